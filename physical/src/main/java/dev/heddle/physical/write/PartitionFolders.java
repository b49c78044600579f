package dev.heddle.physical.write;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.dataset.HiveSegment;
import dev.heddle.io.text.ValueText;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import java.time.ZoneOffset;
import java.util.List;

/** Names folders by the values of rows, as {@link HiveSegment} specifies. */
final class PartitionFolders {
  private final List<Field> columns;
  private final int[] positions;
  private final ValueText text = new ValueText(ZoneOffset.UTC);

  /** Names folders by columns at some positions of the batches. */
  PartitionFolders(List<Field> columns, int[] positions) {
    this.columns = columns;
    this.positions = positions;
  }

  /** Returns the path of a row's folder. */
  String of(Batch batch, int row) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < positions.length; i++) {
      CheckedColumn column =
          new CheckedColumn(
              new OffHeapValues(batch.column(positions[i])), batch.rowCount(), () -> false);
      String value = column.isNull(row) ? null : value(columns.get(i), text.of(column, row));
      path.append(i == 0 ? "" : "/").append(HiveSegment.name(columns.get(i).name(), value));
    }
    return path.toString();
  }

  private static String value(Field column, String value) {
    // zeros are equal, and one folder holds both
    return column.type().isFloat() && value.equals("-0.0") ? "0.0" : value;
  }
}
