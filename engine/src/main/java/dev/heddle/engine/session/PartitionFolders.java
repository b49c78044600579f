package dev.heddle.engine.session;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.text.ValueText;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;

/**
 * Names folders as Hive does: {@code year=2024/city=S%C3%A3o}. Null is {@code
 * __HIVE_DEFAULT_PARTITION__}, and a text that is the same has its first character escaped; nothing
 * follows the sign of equality for empty text.
 */
final class PartitionFolders {
  /** Stands for null. */
  static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private static final String ESCAPED = "\"#%'*/:=?\\{[]^";

  private final List<Field> columns;
  private final int[] positions;
  private final ValueText text = new ValueText(ZoneOffset.UTC);

  /** Names folders by columns that stand at some positions of the batches. */
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
      path.append(i == 0 ? "" : "/").append(escapeName(columns.get(i).name())).append('=');
      path.append(column.isNull(row) ? NULL : value(columns.get(i), text.of(column, row)));
    }
    return path.toString();
  }

  private static String value(Field column, String value) {
    if (column.type().isFloat() && value.equals("-0.0")) {
      return "0.0"; // they are equal, and one folder holds both
    }
    return value.equals(NULL) ? hex((byte) '_') + NULL.substring(1) : escape(value);
  }

  /** A folder that begins with a dot or an underscore would be hidden. */
  private static String escapeName(String name) {
    String safe = escape(name);
    boolean isHidden = name.startsWith(".") || name.startsWith("_");
    return isHidden ? hex((byte) name.charAt(0)) + safe.substring(1) : safe;
  }

  private static String hex(byte b) {
    return "%" + HexFormat.of().withUpperCase().toHexDigits(b);
  }

  /** Returns text that is safe in a path, with bytes as {@code %XX}. */
  static String escape(String value) {
    StringBuilder safe = new StringBuilder(value.length());
    value
        .codePoints()
        .forEach(
            c -> {
              if (c < 0x20 || c == 0x7f || ESCAPED.indexOf(c) >= 0) {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                  safe.append(hex(b));
                }
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }
}
