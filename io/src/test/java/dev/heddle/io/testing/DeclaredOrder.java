package dev.heddle.io.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Util;

/** Lets the footers of flat Parquet files declare an order, whether or not their rows are in it. */
public final class DeclaredOrder {
  private static final int TAIL_BYTES = 8;

  private DeclaredOrder() {}

  /**
   * A column to declare.
   *
   * @param name of the column
   * @param isDescending whether great values come first
   * @param isNullsFirst whether nulls come first
   */
  public record Key(String name, boolean isDescending, boolean isNullsFirst) {}

  /** Returns the keys as they stand behind ORDER BY. */
  public static String sql(List<Key> keys) {
    List<String> parts = new ArrayList<>();
    for (Key key : keys) {
      parts.add(
          key.name()
              + (key.isDescending() ? " DESC" : " ASC")
              + (key.isNullsFirst() ? " NULLS FIRST" : " NULLS LAST"));
    }
    return String.join(", ", parts);
  }

  /** Declares that all row groups of a file are sorted. */
  public static void declare(Path file, List<Key> keys) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TAIL_BYTES);
    int start = bytes.length - TAIL_BYTES - length;
    FileMetaData meta = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, length));
    List<String> names = new ArrayList<>();
    for (SchemaElement element : meta.getSchema().subList(1, meta.getSchemaSize())) {
      names.add(element.getName());
    }
    List<SortingColumn> sorting = new ArrayList<>();
    for (Key key : keys) {
      sorting.add(
          new SortingColumn(names.indexOf(key.name()), key.isDescending(), key.isNullsFirst()));
    }
    for (RowGroup group : meta.getRow_groups()) {
      group.setSorting_columns(sorting);
    }
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    written.write(bytes, 0, start);
    Util.writeFileMetaData(meta, written);
    byte[] tail = new byte[TAIL_BYTES];
    ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).putInt(written.size() - start);
    System.arraycopy(bytes, bytes.length - 4, tail, 4, 4);
    written.write(tail);
    Files.write(file, written.toByteArray());
  }
}
