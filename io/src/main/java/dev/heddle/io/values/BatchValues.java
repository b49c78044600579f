package dev.heddle.io.values;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Rows of a result, whose columns check each access.
 *
 * @param columns in order; not copied
 */
public record BatchValues(int rowCount, ResultColumn[] columns) implements ResultBatch {
  /**
   * Returns access to a batch's rows.
   *
   * @param values makes those of a column
   * @param isClosed whether they may be read no more
   */
  public static BatchValues of(
      Batch batch, Function<Column, ResultValues> values, BooleanSupplier isClosed) {
    ResultColumn[] columns = new ResultColumn[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new CheckedColumn(values.apply(batch.column(i)), batch.rowCount(), isClosed);
    }
    return new BatchValues(batch.rowCount(), columns);
  }

  /** Returns access to a copy on the heap, which outlives the batch. */
  public static BatchValues copyOf(Batch batch, BooleanSupplier isClosed) {
    return of(batch, column -> HeapValues.of(column, batch.rowCount(), batch.account()), isClosed);
  }

  @Override
  public ResultColumn column(int index) {
    if (index < 0 || index >= columns.length) {
      throw new AnalysisException(
          "Cannot read column " + index + ": the batch has " + columns.length + " columns");
    }
    return columns[index];
  }
}
