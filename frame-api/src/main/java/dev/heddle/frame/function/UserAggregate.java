package dev.heddle.frame.function;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.frame.expr.catalogue.UserCode;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An aggregate function of the user's own: code with a name and types; used by {@link
 * dev.heddle.frame.GroupedFrame#aggregate}. Immutable; equal if all parts are.
 *
 * @param name name of the result's column
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
  private static final String ROW_FIELD = "a";

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

  /** Returns the state of some rows. */
  public Expr stateOfRows(List<Expr> arguments) {
    List<Field> fields = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < argumentTypes.size(); i++) {
      fields.add(Field.of(ROW_FIELD + i, argumentTypes.get(i)));
    }
    for (int i = 0; i < arguments.size(); i++) {
      values.add(arguments.get(i).named(ROW_FIELD + i));
    }
    Expr rows = Functions.collectList(Functions.struct(values.toArray(Expr[]::new)));
    return function(new DataType.Struct(fields), stateType).call(rows, Functions.lit(Udaf.UPDATE));
  }

  /** Returns the result of some states. */
  public Expr resultOfStates(Expr state) {
    return function(stateType, resultType)
        .call(Functions.collectList(state), Functions.lit(Udaf.FINISH));
  }

  private UserFunction function(DataType element, DataType result) {
    return new UserFunction(
        name,
        code,
        List.of(new DataType.ListOf(element), DataType.INT32),
        result,
        NullRule.NULLABLE,
        true,
        jars);
  }
}
