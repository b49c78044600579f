package dev.heddle.frame.function;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.frame.expr.catalogue.UserCode;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An aggregate function of the user's own: code with a name and types. {@link #call} makes calls,
 * and so does SQL in sessions where it is registered. Immutable; equal if all parts are.
 *
 * @param name name in SQL, where case does not matter
 * @param code what is called
 * @param argumentTypes type of each argument, at least one
 * @param stateType type of a state
 * @param resultType type of the result
 * @param jars jars that its code needs besides its own; a cluster is sent them
 */
public record UserAggregate(
    String name,
    UserCode code,
    List<DataType> argumentTypes,
    DataType stateType,
    DataType resultType,
    List<Path> jars) {
  /** Checks that the parts fit each other. */
  public UserAggregate {
    requireNonNull(name, "name is null");
    requireNonNull(code, "code is null");
    requireNonNull(stateType, "stateType is null");
    requireNonNull(resultType, "resultType is null");
    argumentTypes = Arguments.all(argumentTypes, "argumentTypes");
    jars = Arguments.all(jars, "jars");
    if (!Udaf.class.isAssignableFrom(code.type())) {
      throw new AnalysisException(
          "Cannot make aggregate \"" + name + "\": " + code.type().getName() + " is no Udaf");
    }
    if (argumentTypes.isEmpty()) {
      throw new AnalysisException("Cannot make aggregate \"" + name + "\" without arguments");
    }
    if (stateType instanceof DataType.Null) {
      throw new AnalysisException(
          "Cannot make aggregate \"" + name + "\": NULL is no type of a state");
    }
    UserFunction unused =
        new UserFunction(name, code, argumentTypes, resultType, NullRule.NULLABLE, true, jars);
  }

  /**
   * Returns the aggregate of a class, which runs in this process and on a cluster.
   *
   * @param type a public class with a public constructor without parameters; not local, anonymous
   *     or an inner class
   */
  public static UserAggregate of(
      String name,
      Class<? extends Udaf<?, ?>> type,
      DataType state,
      DataType result,
      DataType... arguments) {
    return new UserAggregate(
        name,
        new UserCode.OfClass(type),
        Arguments.all(arguments, "arguments"),
        state,
        result,
        List.of());
  }

  /** Returns this aggregate with jars that its code needs besides its own, for a cluster. */
  public UserAggregate with(Path... moreJars) {
    List<Path> all = new ArrayList<>(jars);
    all.addAll(Arguments.all(moreJars, "moreJars"));
    return new UserAggregate(name, code, argumentTypes, stateType, resultType, all);
  }

  /**
   * Returns a call of this aggregate, which need not be registered for it: where aggregates may be,
   * with DISTINCT, a filter and a window as those have.
   */
  public Expr.Aggregate call(Expr... arguments) {
    return new Expr.Aggregate(
        AggregateFunction.USER,
        Arguments.all(arguments, "arguments"),
        false,
        null,
        List.of(),
        this);
  }

  /** Returns what a call takes and gives. */
  public UserFunction ofRows() {
    return function(argumentTypes);
  }

  /** Returns what makes a result of a state. */
  public UserFunction ofState() {
    return function(List.of(stateType));
  }

  private UserFunction function(List<DataType> arguments) {
    return new UserFunction(name, code, arguments, resultType, NullRule.NULLABLE, true, jars);
  }
}
