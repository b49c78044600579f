package dev.heddle.physical.expr.node;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfResults;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.ColumnBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Takes what a function gives that is called for a batch, and counts it. */
final class UserResults implements UdfResults {
  private final UserCallNode node;
  private final UserFunction function;
  private final ResultColumn[] arguments;
  private final int rows;
  private final ColumnBuilder results;
  private final boolean takesLongs;
  private boolean isOver;

  UserResults(
      UserCallNode node,
      UserFunction function,
      ResultColumn[] arguments,
      int rows,
      ColumnBuilder results) {
    this.node = node;
    this.function = function;
    this.arguments = arguments;
    this.rows = rows;
    this.results = results;
    this.takesLongs =
        switch (node.type) {
          case DataType.Int64 _, DataType.Date _, DataType.Time _, DataType.Timestamp _ -> true;
          default -> false;
        };
  }

  private void check(boolean fits, String what) {
    if (isOver || results.rows() >= rows) {
      throw wrongCount("more than " + rows);
    }
    if (!fits) {
      throw new IllegalStateException(
          "Cannot append " + what + ": the result is " + node.type.sqlName());
    }
  }

  private HeddleException wrongCount(String given) {
    return new HeddleException(
        ErrorCode.USER_CODE,
        "Function \""
            + function.name()
            + "\" has appended "
            + given
            + " results for "
            + rows
            + " rows; append one for each");
  }

  /** The function has returned. */
  void end() {
    isOver = true;
    if (results.rows() != rows) {
      throw wrongCount("" + results.rows());
    }
  }

  @Override
  public void appendNull() {
    check(true, "null");
    results.appendNull();
  }

  @Override
  public void appendBoolean(boolean value) {
    check(node.type instanceof DataType.Bool, "a boolean");
    results.appendBoolean(value);
  }

  @Override
  public void appendLong(long value) {
    if (takesLongs) {
      check(true, "an integer");
      results.appendLong(value);
    } else {
      check(node.type.isWhole(), "an integer");
      append(value);
    }
  }

  @Override
  public void appendDouble(double value) {
    check(node.type.isFloat(), "a floating-point number");
    results.appendDouble(value);
  }

  @Override
  public void appendDecimal(BigDecimal value) {
    check(node.type instanceof DataType.Decimal, "a decimal");
    append(value);
  }

  @Override
  public void appendText(String value) {
    check(node.type instanceof DataType.Str, "text");
    results.appendString(value);
  }

  @Override
  public void append(@Nullable Object value) {
    check(true, "a value");
    node.append(value, results, arguments, results.rows());
  }
}
