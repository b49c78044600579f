package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.RowFilter;
import java.util.List;
import java.util.Optional;

/**
 * A decision over columns of a dataset, made on those of a file, which may be of narrower types: so
 * the format can apply it before it decodes other columns.
 *
 * @param filter the decision over the dataset's columns
 * @param columns its columns as the format's request has them
 * @param types the dataset's types of these columns
 * @param names of these columns, for messages
 * @param isDecidedByValue whether it is, and no value can fail to be converted
 * @param byFields the same decision over single fields of the file's structs
 */
record WidenedFilter(
    RowFilter filter,
    List<Integer> columns,
    List<DataType> types,
    List<String> names,
    boolean isDecidedByValue,
    Optional<FieldFilter> byFields)
    implements RowFilter {
  @Override
  public boolean isOptional() {
    return filter.isOptional();
  }

  @Override
  public Evaluation start(MemoryAccount account) {
    return new Widening(filter.start(account), account);
  }

  /** Converts what it is lent for the evaluation behind it. */
  private final class Widening implements Evaluation {
    private final Evaluation evaluation;
    private final MemoryAccount account;

    Widening(Evaluation evaluation, MemoryAccount account) {
      this.evaluation = evaluation;
      this.account = account;
    }

    @Override
    public int narrow(Column[] stored, int rows, long selection, int count, long output) {
      Column[] wide =
          Column.makeAll(
              stored.length,
              i ->
                  WiderColumns.convert(
                      stored[i], types.get(i), rows, selection, count, names.get(i), account));
      try {
        return evaluation.narrow(wide, rows, selection, count, output);
      } finally {
        Column.releaseAll(wide);
      }
    }

    @Override
    public void close() {
      evaluation.close();
    }
  }
}
