package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.function.BatchUdf;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.function.ScalarUdf;
import dev.heddle.frame.function.TableUdf;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.function.Udf3;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A scalar function of the user's own: code with a name and types. Immutable; equal if all parts
 * are.
 *
 * <p>It is null where an argument is, without a call, unless it is {@link #calledOnNulls}. It
 * counts as giving equal results for equal arguments: a call on constants may be made once while a
 * query is planned, and any call more or less often than there are rows. One that does not is to be
 * made {@link #notDeterministic}: it is called once a row in its place.
 *
 * @param name name in SQL, where case does not matter
 * @param code what is called
 * @param argumentTypes type of each argument
 * @param resultType type of the result
 * @param nullRule {@link NullRule#STRICT_OR_NULL} if it is null where an argument is, else {@link
 *     NullRule#NULLABLE}
 * @param isDeterministic whether equal arguments give equal results
 * @param jars jars that its code needs besides the one, or the folder, that its class is in; a
 *     cluster is sent them
 */
public record UserFunction(
    String name,
    UserCode code,
    List<DataType> argumentTypes,
    DataType resultType,
    NullRule nullRule,
    boolean isDeterministic,
    List<Path> jars)
    implements CatalogueFunction {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Checks that the parts fit each other. */
  public UserFunction {
    requireNonNull(name, "name is null");
    requireNonNull(code, "code is null");
    requireNonNull(resultType, "resultType is null");
    argumentTypes = Arguments.all(argumentTypes, "argumentTypes");
    jars = Arguments.all(jars, "jars");
    if (!NAME.matcher(name).matches()) {
      throw new AnalysisException(
          "Cannot make function \""
              + name
              + "\": a name is a letter or _, and then letters, digits and _");
    }
    if (nullRule != NullRule.STRICT_OR_NULL && nullRule != NullRule.NULLABLE) {
      throw new AnalysisException("Cannot make function \"" + name + "\" with rule " + nullRule);
    }
    int wanted = arity(code.type());
    if (wanted >= 0 && wanted != argumentTypes.size()) {
      throw new AnalysisException(
          "Cannot make function \""
              + name
              + "\" with "
              + argumentTypes.size()
              + " argument types: "
              + code.type().getName()
              + " takes "
              + wanted);
    }
    if (givesRows(code.type()) && !(resultType instanceof DataType.ListOf)) {
      throw new AnalysisException(
          "Cannot make function \""
              + name
              + "\" that gives "
              + resultType.sqlName()
              + ": "
              + code.type().getName()
              + " gives rows, whose type is a list of them");
    }
    if (resultType instanceof DataType.Null
        || argumentTypes.stream().anyMatch(type -> type instanceof DataType.Null)) {
      throw new AnalysisException(
          "Cannot make function \"" + name + "\": NULL is no type of an argument or a result");
    }
  }

  /** Returns how many arguments the code takes; negative if any number. */
  private static int arity(Class<? extends ScalarUdf> type) {
    return Udf1.class.isAssignableFrom(type)
        ? 1
        : Udf2.class.isAssignableFrom(type) ? 2 : Udf3.class.isAssignableFrom(type) ? 3 : -1;
  }

  /**
   * Returns the function of a class, which runs in this process and on a cluster.
   *
   * @param type a public class with a public constructor without parameters; not local, anonymous
   *     or an inner class
   */
  public static UserFunction of(
      String name, Class<? extends ScalarUdf> type, DataType result, DataType... arguments) {
    return of(name, new UserCode.OfClass(type), result, arguments);
  }

  /**
   * Returns the function of an object, such as a lambda, that runs in this process only: a cluster
   * could not be sent it.
   */
  public static UserFunction local(
      String name, ScalarUdf code, DataType result, DataType... arguments) {
    return of(name, new UserCode.OfObject(code), result, arguments);
  }

  private static UserFunction of(
      String name, UserCode code, DataType result, DataType... arguments) {
    boolean takesParts = PartitionUdf.class.isAssignableFrom(code.type());
    boolean takesNulls = takesParts || BatchUdf.class.isAssignableFrom(code.type());
    return new UserFunction(
        name,
        code,
        Arguments.all(arguments, "arguments"),
        result,
        takesNulls ? NullRule.NULLABLE : NullRule.STRICT_OR_NULL,
        !takesParts,
        List.of());
  }

  /** Returns this function called with nulls too. */
  public UserFunction calledOnNulls() {
    return new UserFunction(
        name, code, argumentTypes, resultType, NullRule.NULLABLE, isDeterministic, jars);
  }

  /** Returns this function called once for each row, whatever its arguments are. */
  public UserFunction notDeterministic() {
    return new UserFunction(name, code, argumentTypes, resultType, nullRule, false, jars);
  }

  /** Returns this function with jars that its code needs besides its own, for a cluster. */
  public UserFunction with(Path... moreJars) {
    List<Path> all = new ArrayList<>(jars);
    all.addAll(Arguments.all(moreJars, "moreJars"));
    return new UserFunction(name, code, argumentTypes, resultType, nullRule, isDeterministic, all);
  }

  /** Returns a call of this function, which need not be registered for it. */
  public Expr call(Expr... arguments) {
    return new Expr.UserCall(this, Arguments.all(arguments, "arguments"));
  }

  /** Returns whether the code is given only rows without nulls. */
  public boolean isStrict() {
    return nullRule == NullRule.STRICT_OR_NULL;
  }

  /** Returns whether the code is a {@link BatchUdf}. */
  public boolean takesBatches() {
    return BatchUdf.class.isAssignableFrom(code.type());
  }

  /** Returns whether the code is a {@link TableUdf} or a {@link PartitionUdf}. */
  public boolean givesRows() {
    return givesRows(code.type());
  }

  private static boolean givesRows(Class<?> type) {
    return TableUdf.class.isAssignableFrom(type) || PartitionUdf.class.isAssignableFrom(type);
  }

  @Override
  public List<String> sqlNames() {
    return List.of(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public String displayName() {
    return name;
  }

  @Override
  public int minArguments() {
    return argumentTypes.size();
  }

  @Override
  public int maxArguments() {
    return argumentTypes.size();
  }

  /** Takes what becomes the declared type without loss, and text literals that read as it. */
  @Override
  public Signature resolve(List<Argument> arguments) {
    requireNonNull(arguments, "arguments is null");
    List<DataType> types = arguments.stream().map(Argument::type).toList();
    if (types.size() != argumentTypes.size()) {
      throw new AnalysisException(
          name + " takes " + argumentTypes.size() + " arguments, not " + types.size());
    }
    for (int i = 0; i < types.size(); i++) {
      DataType wanted = argumentTypes.get(i);
      boolean isRead = arguments.get(i).isTextLiteral() && TypeCoercion.readsTextLiterals(wanted);
      if (!isRead && !wanted.equals(TypeCoercion.commonType(wanted, types.get(i)))) {
        throw new AnalysisException(
            name
                + " takes ("
                + argumentTypes.stream().map(DataType::sqlName).collect(Collectors.joining(", "))
                + "): argument "
                + (i + 1)
                + " is "
                + types.get(i).sqlName()
                + "; cast it");
      }
    }
    return new Signature(argumentTypes, resultType);
  }

  @Override
  public String toString() {
    return name;
  }
}
