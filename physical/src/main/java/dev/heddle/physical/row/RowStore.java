package dev.heddle.physical.row;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a breaker holds, addressed by row id: 0 to {@link #rows} - 1.
 *
 * <p>Rows are in chunks of {@link #CHUNK_ROWS}, all full but the last, so that collecting them
 * never copies a column as a whole. Immutable once it is read, so all threads may do that; {@link
 * #close} frees it.
 */
public final class RowStore implements AutoCloseable {
  public static final int CHUNK_SHIFT = 16;
  public static final int CHUNK_ROWS = 1 << CHUNK_SHIFT;
  public static final int CHUNK_MASK = CHUNK_ROWS - 1;

  private final List<DataType> types;
  private final int rows;
  private final int chunkCount;
  private final Column[][] columns; // by column, then chunk; of a nested column the only one is all
  private final long[][] values;
  private final long[][] validity;
  private final boolean[] nullable;
  private final List<RowCollector.Run> runs;
  private boolean isLasting;

  /**
   * Takes over chunks of dense, plain columns, each with {@link #CHUNK_ROWS} rows but the last, and
   * shared with nobody.
   *
   * @param runs where the rows come from, in their order
   */
  RowStore(
      List<DataType> types,
      List<Batch> chunks,
      List<RowCollector.Run> runs,
      MemoryAccount account) {
    this.runs = List.copyOf(runs);
    this.types = types;
    this.chunkCount = Math.max(1, chunks.size());
    this.rows =
        chunks.isEmpty()
            ? 0
            : Math.toIntExact((chunks.size() - 1L) * CHUNK_ROWS + chunks.getLast().rowCount());
    int width = types.size();
    columns = new Column[width][chunkCount];
    values = new long[width][chunkCount];
    validity = new long[width][chunkCount];
    nullable = new boolean[width];
    try {
      for (int c = 0; c < width; c++) {
        store(c, chunks, account);
      }
    } catch (Throwable e) {
      close();
      throw e;
    }
    chunks.forEach(Batch::close);
  }

  private void store(int c, List<Batch> chunks, MemoryAccount account) {
    if (chunks.isEmpty()) {
      columns[c][0] = ConstantColumns.nulls(types.get(c), 0, account);
    } else if (types.get(c).isNested()) {
      columns[c] = new Column[] {whole(c, chunks, account)};
      nullable[c] = columns[c][0].mayHaveNulls();
      return;
    } else if (chunkCount > 1 && Layout.of(types.get(c)).isText()) {
      shareData(c, chunks);
    } else {
      for (int k = 0; k < chunkCount; k++) {
        columns[c][k] = chunks.get(k).physicalColumn(c).retain();
      }
    }
    for (int k = 0; k < chunkCount; k++) {
      Column column = columns[c][k];
      values[c][k] = column.values();
      validity[c][k] = column.validity();
      nullable[c] |= column.mayHaveNulls();
    }
  }

  /** Puts the chunks of a nested column together, so that its elements are in one place. */
  private static Column whole(int c, List<Batch> chunks, MemoryAccount account) {
    if (chunks.size() == 1) {
      return chunks.getFirst().physicalColumn(c).retain();
    }
    Column first = chunks.getFirst().physicalColumn(c);
    try (ColumnAppender appender = new ColumnAppender(first.type(), account)) {
      appender.expect(chunks.stream().map(chunk -> chunk.physicalColumn(c)).toList());
      for (Batch chunk : chunks) {
        appender.append(chunk.physicalColumn(c), 0L, chunk.rowCount());
      }
      return appender.build();
    }
  }

  /** Gives the chunks of a text column one list of data buffers, so that views can be copied. */
  private void shareData(int c, List<Batch> chunks) {
    List<Buffer> data = new ArrayList<>();
    for (int k = 0; k < chunkCount; k++) {
      Column column = chunks.get(k).physicalColumn(c);
      if (!data.isEmpty()) {
        renumber(column.values(), column.rows(), data.size());
      }
      data.addAll(List.of(column.dataBuffers()));
    }
    for (int k = 0; k < chunkCount; k++) {
      Column column = chunks.get(k).physicalColumn(c);
      Buffer views = column.valuesBuffer().retain();
      Buffer bits = column.validityBuffer();
      if (bits != null) {
        bits.retain();
      }
      columns[c][k] =
          k == 0
              ? Column.views(
                  types.get(c),
                  column.rows(),
                  views,
                  bits,
                  data.stream().map(Buffer::retain).toArray(Buffer[]::new))
              : Column.viewsInto(columns[c][0], column.rows(), views, bits);
    }
  }

  private static void renumber(long views, int count, int added) {
    for (int i = 0; i < count; i++) {
      long view = views + 16L * i;
      if (StringViews.length(view) > StringViews.MAX_INLINE) {
        Memory.putInt(view + 8, Memory.getInt(view + 8) + added);
      }
    }
  }

  public int rows() {
    return rows;
  }

  /**
   * The runs of rows that arrived one after the other.
   *
   * @param firstRows id of the first row of each, and behind them the number of rows
   * @param places where the first row of each is among all rows as they arrived
   * @param positions their positions
   */
  public record Arrival(int[] firstRows, int[] places, long[] positions) {
    /** Returns the run of a row, which is known to be among the runs from one to before another. */
    public int runOf(int row, int from, int to) {
      int found = Arrays.binarySearch(firstRows, from, to, row);
      return found >= 0 ? found : -found - 2;
    }

    /** Returns the run of a row. */
    public int runOf(int row) {
      return runOf(row, 0, firstRows.length);
    }
  }

  /** Returns in what order the rows arrived, by the positions of the pipeline's source. */
  public Arrival arrival() {
    int count = runs.size();
    int[] firstRows = new int[count + 1];
    List<Integer> byPosition = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byPosition.add(i);
      firstRows[i + 1] = firstRows[i] + runs.get(i).rows();
    }
    byPosition.sort(Comparator.comparingLong(i -> runs.get(i).position()));
    int[] places = new int[count];
    int place = 0;
    for (int run : byPosition) {
      places[run] = place;
      place += runs.get(run).rows();
    }
    return new Arrival(
        firstRows, places, runs.stream().mapToLong(RowCollector.Run::position).toArray());
  }

  /** Returns the bytes of the texts that are not inline, roughly. */
  public long textBytes() {
    long bytes = 0;
    for (int c = 0; c < columns.length; c++) {
      if (Layout.of(types.get(c)).isText()) {
        for (Buffer buffer : columns[c][0].dataBuffers()) {
          bytes += buffer.capacity();
        }
      }
    }
    return bytes;
  }

  /** Tells that about all texts are in use as long as any: gathered columns may be kept. */
  public void setLasting() {
    isLasting = true;
  }

  public int columnCount() {
    return columns.length;
  }

  public DataType type(int column) {
    return types.get(column);
  }

  /** Returns the number of chunks; at least one, which may be empty. */
  public int chunkCount() {
    return chunkCount;
  }

  public int chunkRows(int chunk) {
    return chunk < chunkCount - 1 ? CHUNK_ROWS : rows - (chunk << CHUNK_SHIFT);
  }

  /** Returns a chunk of a column that is not nested, lent until the store is closed. */
  public Column chunk(int column, int chunk) {
    return columns[column][chunk];
  }

  /** Returns where the values of each chunk of a column start. */
  public long[] values(int column) {
    return values[column];
  }

  /**
   * Returns where the validity bits of each chunk of a column start, 0 for chunks without nulls.
   */
  public long[] validity(int column) {
    return validity[column];
  }

  /** Returns the data buffers that views of every chunk name. */
  public long[] dataAddresses(int column) {
    return columns[column][0].dataAddresses();
  }

  public boolean mayHaveNulls(int column) {
    return nullable[column];
  }

  public boolean isNull(int column, int row) {
    if (types.get(column).isNested()) {
      return columns[column][0].isNull(row);
    }
    long bits = validity[column][row >>> CHUNK_SHIFT];
    return bits != 0 && !Bits.get(bits, row & CHUNK_MASK);
  }

  /** Returns a column of the rows with the int32 ids that start at {@code ids}. */
  public Column gather(int column, long ids, int count, MemoryAccount account) {
    if (types.get(column).isNested()) {
      // ids of rows that a selection leaves out are negative
      return Gather.rowsOrNull(columns[column][0], ids, count, account);
    }
    Buffer bits = null;
    if (nullable[column]) {
      bits = account.allocate(Bits.bytesFor(count));
      RowGather.validity(validity[column], ids, count, bits.address());
    }
    return withValues(column, ids, count, bits, account);
  }

  /**
   * Returns a column of rows that follow each other in one chunk.
   *
   * @param first a multiple of 64
   */
  public Column range(int column, int first, int count, MemoryAccount account) {
    if (types.get(column).isNested()) {
      return nestedRange(column, first, count, account);
    }
    int chunk = first >>> CHUNK_SHIFT;
    int from = first & CHUNK_MASK;
    Layout layout = Layout.of(types.get(column));
    Buffer copied = account.allocate(layout.bytesFor(count));
    Memory.copy(
        values[column][chunk] + layout.bytesFor(from), copied.address(), layout.bytesFor(count));
    Buffer bits = null;
    long source = validity[column][chunk];
    if (source != 0) {
      try {
        bits = account.allocate(Bits.bytesFor(count));
      } catch (Throwable e) {
        copied.release();
        throw e;
      }
      Memory.copy(source + Bits.bytesFor(from), bits.address(), Bits.bytesFor(count));
    }
    return madeOf(column, count, copied, bits);
  }

  private Column nestedRange(int column, int first, int count, MemoryAccount account) {
    Buffer ids = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(ids.address() + 4L * i, first + i);
      }
      return gather(column, ids.address(), count, account);
    } finally {
      ids.release();
    }
  }

  /** Returns a column of values of this one, which have been copied, taking over the buffers. */
  public Column madeOf(int column, int count, Buffer copied, @Nullable Buffer bits) {
    if (!Layout.of(types.get(column)).isText()) {
      return Column.fixed(types.get(column), count, copied, bits);
    }
    return isLasting
        ? Column.lastingViewsInto(columns[column][0], count, copied, bits)
        : Column.viewsInto(columns[column][0], count, copied, bits);
  }

  /** Returns a column of the rows with the given ids, null where an id is negative. */
  public Column gatherOrNull(int column, long ids, int count, MemoryAccount account) {
    if (rows == 0) {
      return ConstantColumns.nulls(types.get(column), count, account);
    }
    if (types.get(column).isNested()) {
      return Gather.rowsOrNull(columns[column][0], ids, count, account);
    }
    Buffer bits = account.allocate(Bits.bytesFor(count));
    RowGather.validity(validity[column], ids, count, bits.address());
    return withValues(column, ids, count, bits, account);
  }

  private Column withValues(
      int column, long ids, int count, @Nullable Buffer bits, MemoryAccount account) {
    DataType type = types.get(column);
    Layout layout = Layout.of(type);
    Buffer target;
    try {
      target = account.allocate(layout.bytesFor(count));
    } catch (Throwable e) {
      if (bits != null) {
        bits.release();
      }
      throw e;
    }
    RowGather.values(layout, values[column], ids, count, target.address());
    return madeOf(column, count, target, bits);
  }

  @Override
  public void close() {
    for (Column[] chunks : columns) {
      Column.releaseAll(chunks);
    }
  }
}
