package dev.heddle.io.parquet.write;

import dev.heddle.frame.option.ParquetPages;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.SortField;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Lets parquet-java write into a {@link PublishedOutput}, which stays its owner's. Adds to the
 * footer what parquet-java cannot write: that bounds are values and not cut, the sorting columns,
 * the version of the pages, and the type of intervals (parquet-java gives them the logical type of
 * columns without values, and DuckDB believes that).
 */
final class PublishedOutputFile implements OutputFile {
  private static final int TAIL_BYTES = 8; // length of the footer, PAR1

  private final PublishedOutput output;
  private final List<SortField> order;
  private final boolean hasSecondPages;
  private boolean isEnding;
  // While the file is being ended: what was written since the position was asked for last, and
  // before that. parquet-java asks for it before and after the footer.
  private ByteArrayOutputStream current = new ByteArrayOutputStream();
  private ByteArrayOutputStream previous = new ByteArrayOutputStream();

  /**
   * Makes a file.
   *
   * @param order what the rows are sorted by
   * @param pages of which version all data pages are
   */
  PublishedOutputFile(PublishedOutput output, List<SortField> order, ParquetPages pages) {
    this.output = output;
    this.order = List.copyOf(order);
    this.hasSecondPages = pages == ParquetPages.V2;
  }

  /** Announces that the file is about to be ended. */
  void beginEnd() {
    isEnding = true;
  }

  /** Writes what has been buffered. */
  void end() throws IOException {
    byte[] footer = previous.toByteArray();
    byte[] tail = current.toByteArray();
    if (tail.length != TAIL_BYTES || littleEndian(tail).getInt(0) != footer.length) {
      throw new IllegalStateException("The last bytes of the file are no footer");
    }
    FileMetaData meta = Util.readFileMetaData(new ByteArrayInputStream(footer));
    List<SortingColumn> sorting = new ArrayList<>();
    for (SortField column : order) {
      int leaf = leaf(meta, column.column());
      if (leaf < 0) {
        break; // what follows orders only among rows that are equal in it
      }
      sorting.add(new SortingColumn(leaf, column.isDescending(), column.isNullsFirst()));
    }
    if (!sorting.isEmpty()) {
      for (RowGroup group : meta.getRow_groups()) {
        group.setSorting_columns(sorting);
      }
    }
    if (hasSecondPages) {
      nameSecondPages(meta);
    }
    nameExactBounds(meta);
    for (SchemaElement element : meta.getSchema()) {
      if (element.getConverted_type() == ConvertedType.INTERVAL) {
        element.unsetLogicalType(); // there is none for them in the format
      }
    }
    ByteArrayOutputStream rewritten = new ByteArrayOutputStream(footer.length + 64);
    Util.writeFileMetaData(meta, rewritten);
    littleEndian(tail).putInt(0, rewritten.size());
    write(rewritten);
    output.write(tail, 0, TAIL_BYTES);
  }

  /** Bounds are never cut; those of floating-point numbers may be a zero of the other sign. */
  private static void nameExactBounds(FileMetaData meta) {
    for (RowGroup group : meta.getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        Type type = chunk.getMeta_data().getType();
        Statistics statistics = chunk.getMeta_data().getStatistics();
        if (statistics != null && type != Type.FLOAT && type != Type.DOUBLE) {
          if (statistics.isSetMin_value()) {
            statistics.setIs_min_value_exact(true);
          }
          if (statistics.isSetMax_value()) {
            statistics.setIs_max_value_exact(true);
          }
        }
      }
    }
  }

  /** In its counts of pages parquet-java takes those that it is handed for ones of the first. */
  private static void nameSecondPages(FileMetaData meta) {
    for (RowGroup group : meta.getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        for (PageEncodingStats pages : chunk.getMeta_data().getEncoding_stats()) {
          if (pages.getPage_type() == PageType.DATA_PAGE) {
            pages.setPage_type(PageType.DATA_PAGE_V2);
          }
        }
      }
    }
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the number of a flat column among the leaves; negative if there is none. */
  private static int leaf(FileMetaData meta, String name) {
    int leaf = 0;
    int topLevelEnd = 1;
    for (int i = 1; i < meta.getSchemaSize(); i++) {
      boolean isTopLevel = i == topLevelEnd;
      if (isTopLevel) {
        topLevelEnd = endOf(meta, i);
      }
      boolean isLeaf = meta.getSchema().get(i).getNum_children() == 0;
      if (isTopLevel && isLeaf && meta.getSchema().get(i).getName().equals(name)) {
        return leaf;
      }
      leaf += isLeaf ? 1 : 0;
    }
    return -1;
  }

  private static int endOf(FileMetaData meta, int element) {
    int end = element + 1;
    for (int i = 0; i < meta.getSchema().get(element).getNum_children(); i++) {
      end = endOf(meta, end);
    }
    return end;
  }

  private void write(ByteArrayOutputStream bytes) {
    output.write(bytes.toByteArray(), 0, bytes.size());
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new Stream();
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return new Stream();
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  private final class Stream extends PositionOutputStream {
    @Override
    public long getPos() {
      if (isEnding && current.size() > 0) {
        PublishedOutputFile.this.write(previous);
        previous = current;
        current = new ByteArrayOutputStream();
      }
      return output.position() + previous.size() + current.size();
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (isEnding) {
        current.write(bytes, offset, length);
      } else {
        output.write(bytes, offset, length);
      }
    }
  }
}
