package dev.heddle.physical.expr.node;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.BatchUdf;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.function.ScalarUdf;
import dev.heddle.frame.function.TableUdf;
import dev.heddle.frame.function.Udaf;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.function.Udf3;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.schema.JavaValues;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.io.values.ValueAppender;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a function of the user's own. Its code may run anything: what it throws becomes an
 * error that names the function and the row.
 */
public final class UserCallNode extends ArgumentsNode {
  private final UserFunction function;
  private final ScalarUdf code;

  public UserCallNode(UserFunction function, List<Node> arguments) {
    super(function.resultType(), arguments);
    this.function = function;
    this.code = function.code().open();
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column[] columns = new Column[arguments.length];
    ResultColumn[] values = new ResultColumn[columns.length];
    boolean[] isOver = {false};
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (ColumnBuilder results = new ColumnBuilder(type, rows.account())) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = arguments[i].plain(rows);
        values[i] = new CheckedColumn(new OffHeapValues(columns[i]), rows.count(), () -> isOver[0]);
      }
      Thread.currentThread().setContextClassLoader(code.getClass().getClassLoader());
      long begun = System.nanoTime();
      if (code instanceof BatchUdf batch) {
        call(batch, values, rows.count(), results);
      } else {
        callEach(values, rows.count(), results);
      }
      FunctionTimes.note(function.name(), System.nanoTime() - begun);
      return results.build();
    } finally {
      Thread.currentThread().setContextClassLoader(loader);
      isOver[0] = true; // the user's code may still refer to them
      Column.releaseAll(columns);
    }
  }

  private void callEach(ResultColumn[] values, int rows, ColumnBuilder results) {
    boolean isStrict = function.isStrict();
    @Nullable Object[] row = new Object[values.length];
    for (int i = 0; i < rows; i++) {
      CancelPoint.check();
      boolean hasNull = false;
      for (int j = 0; j < row.length; j++) {
        row[j] = values[j].value(i);
        hasNull |= row[j] == null;
      }
      if (isStrict && hasNull) {
        results.appendNull();
      } else {
        append(call(row, values, i), results, values, i);
      }
    }
  }

  @SuppressWarnings("unchecked") // the classes of arguments are those of their types
  private @Nullable Object call(@Nullable Object[] row, ResultColumn[] values, int index) {
    try {
      return switch (code) {
        case Udf1<?, ?> one -> ((Udf1<@Nullable Object, ?>) one).apply(row[0]);
        case Udf2<?, ?, ?> two ->
            ((Udf2<@Nullable Object, @Nullable Object, ?>) two).apply(row[0], row[1]);
        case Udf3<?, ?, ?, ?> three ->
            ((Udf3<@Nullable Object, @Nullable Object, @Nullable Object, ?>) three)
                .apply(row[0], row[1], row[2]);
        case UdfN<?> many -> many.apply(row);
        case Udaf<?, ?> aggregate -> ((Udaf<@Nullable Object, ?>) aggregate).finish(row[0]);
        case TableUdf<?> table -> all(table.apply(row));
        case PartitionUdf<?> parts ->
            all(parts.apply(List.<@Nullable Object[]>of(row.clone()).iterator()));
        case BatchUdf _ -> throw new IllegalStateException("It takes batches");
      };
    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
      throw UserCodeErrors.thrown(function, values, index, e);
    }
  }

  /** A list of all rows, which is needed where they are more than the input of an unnest. */
  private static List<@Nullable Object> all(Iterator<?> rows) {
    List<@Nullable Object> all = new ArrayList<>();
    rows.forEachRemaining(all::add);
    return all;
  }

  /** Appends a result, which is checked. */
  void append(@Nullable Object value, ColumnBuilder results, ResultColumn[] arguments, int row) {
    if (value == null) {
      results.appendNull();
      return;
    }
    Object converted = JavaValues.convertedOrNull(value, type);
    if (converted == null) {
      throw UserCodeErrors.misfit(function, value, arguments, row);
    }
    ValueAppender.append(results, type, converted);
  }

  private void call(BatchUdf batch, ResultColumn[] values, int rows, ColumnBuilder results) {
    UserResults taken = new UserResults(this, function, values, rows, results);
    try {
      batch.apply(new Arguments(values, rows), taken);
    } catch (HeddleException e) {
      throw e;
    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
      throw UserCodeErrors.thrown(function, values, results.rows() < rows ? results.rows() : -1, e);
    }
    taken.end();
  }

  /** The columns of the arguments. */
  private record Arguments(ResultColumn[] columns, int rowCount) implements ResultBatch {
    @Override
    public ResultColumn column(int index) {
      return columns[index];
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
