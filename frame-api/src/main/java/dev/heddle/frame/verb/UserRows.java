package dev.heddle.frame.verb;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.GroupedFrame;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/** Makes rows of what functions of the user's own give: structs, and lists of them. */
public final class UserRows {
  private static final String MADE = "$made";

  private UserRows() {}

  public static DataFrame map(DataFrame frame, UserFunction function, String... columns) {
    if (!(function.resultType() instanceof DataType.Struct)) {
      throw unfit("map", function, "a struct, whose fields become columns");
    }
    return fields(frame.select(call(frame, function, columns).named(MADE)), function);
  }

  public static DataFrame flatMap(DataFrame frame, UserFunction function, String... columns) {
    if (!(function.resultType() instanceof DataType.ListOf)) {
      throw unfit("flat map", function, "a list, whose elements become rows");
    }
    DataFrame lists = frame.select(call(frame, function, columns).named(MADE));
    return fields(lists.explode(MADE), function);
  }

  public static DataFrame mapPartitions(DataFrame frame, UserFunction function, String... columns) {
    if (!PartitionUdf.class.isAssignableFrom(function.code().type())) {
      throw new AnalysisException(
          "Cannot map partitions: the code of function \""
              + function.name()
              + "\", "
              + function.code().type().getName()
              + ", is no PartitionUdf; map and flatMap take functions of rows");
    }
    return flatMap(frame, function, columns);
  }

  private static Expr call(DataFrame frame, UserFunction function, String... columns) {
    List<String> named = Arguments.all(columns, "columns");
    List<String> arguments = named.isEmpty() ? frame.schema().names() : named;
    return function.call(arguments.stream().map(Functions::col).toArray(Expr[]::new));
  }

  /**
   * Returns one column {@code $made} as columns: the fields of structs, other values under the
   * function's name.
   */
  private static DataFrame fields(DataFrame made, UserFunction function) {
    DataType type = made.schema().field(made.schema().indexOf(MADE).orElseThrow()).type();
    return type instanceof DataType.Struct ? made.unnest(MADE) : made.rename(MADE, function.name());
  }

  /** Returns what a function makes of the rows of each group, with the keys before it. */
  public static DataFrame mapGroups(
      GroupedFrame groups, UserFunction function, List<Expr> columns) {
    DataType type = function.resultType();
    Expr rows = Functions.collectList(Functions.struct(columns.toArray(Expr[]::new)));
    DataFrame made = groups.agg(function.call(rows).named(MADE));
    return fields(type instanceof DataType.ListOf ? made.explode(MADE) : made, function);
  }

  private static AnalysisException unfit(String verb, UserFunction function, String wanted) {
    return new AnalysisException(
        "Cannot "
            + verb
            + ": function \""
            + function.name()
            + "\" gives "
            + function.resultType().sqlName()
            + ", not "
            + wanted
            + "; a value for each row is withColumn(name, function.call(...))");
  }
}
