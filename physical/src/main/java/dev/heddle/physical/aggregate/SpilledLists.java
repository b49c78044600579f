package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.sort.RowSorter;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values of lists on the disk, with their groups, in the order in which they came: the lists are
 * put together by reading all of them, once to see how long each is and once to copy it to its
 * place, so that no value is in memory beside its list.
 *
 * <p>Filled by one thread; lists are taken by several.
 */
final class SpilledLists implements AutoCloseable {
  private static final int BLOCK_BYTES = 128 << 10; // of each thread, while memory is short
  private static final long MAX_BYTES_PER_BUFFER = 1L << 30;
  private static final long MAX_BYTES_PER_TEXT = Integer.MAX_VALUE - 16;

  private final List<DataType> types; // of the values and, behind them, of their group
  private final List<SpillFile> files = new ArrayList<>();
  private final MemoryAccount account;
  private long rows;

  SpilledLists(List<DataType> valueTypes, MemoryAccount account) {
    this.types = new ArrayList<>(valueTypes);
    this.types.add(DataType.INT32);
    this.account = account;
  }

  /** Returns how many values there are. */
  long rows() {
    return rows;
  }

  /** Writes values behind those before, at most a number at once. */
  void add(SpillSpace space, Column[] values, long groups, int count, int atOnce) {
    try (SpillWriter writer = space.writer("list", types, account, BLOCK_BYTES)) {
      for (int from = 0; from < count; from += atOnce) {
        try (Batch batch = batch(values, groups, from, Math.min(atOnce, count - from))) {
          writer.write(batch);
        }
      }
      files.add(writer.finish());
    }
    rows += count;
  }

  private Batch batch(Column[] values, long groups, int from, int count) {
    Buffer positions = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(positions.address() + 4L * i, from + i);
      }
      Column[] columns =
          Column.makeAll(
              types.size(),
              i -> {
                if (i < values.length) {
                  return Gather.rows(values[i], positions.address(), count, account);
                }
                Buffer copy = account.allocate(4L * count);
                Memory.copy(groups + 4L * from, copy.address(), 4L * count);
                return Column.fixed(DataType.INT32, count, copy, null);
              });
      return Batch.of(account, count, columns);
    } finally {
      positions.release();
    }
  }

  /**
   * Returns some of the columns in another order, and deletes what is here.
   *
   * @param width how many of the values' columns are wanted
   * @param order of the columns, the group behind the values
   * @param memory pays for sorting
   */
  SpilledLists sorted(
      int width, List<SortOrder> order, SpillSpace space, Reservation memory, TaskContext context) {
    SpilledLists result = new SpilledLists(types.subList(0, width), account);
    try (RowSorter sorter = new RowSorter(memory, types, order, new OperatorMetrics(), context)) {
      while (!files.isEmpty()) {
        try (SpillFile file = files.removeFirst()) {
          feed(file, sorter);
        }
      }
      sorter.sort();
      try (SpillWriter writer = space.writer("list", result.types, account, BLOCK_BYTES)) {
        for (Batch next = sorter.next(); next != null; next = sorter.next()) {
          try (Batch batch = next;
              Batch wanted = result.columnsOf(batch)) {
            writer.write(wanted);
          }
        }
        result.files.add(writer.finish());
      }
    }
    result.rows = rows;
    return result;
  }

  private void feed(SpillFile file, RowSorter sorter) {
    try (SpillReader reader = file.open(account)) {
      for (Batch next = reader.next(); next != null; next = reader.next()) {
        try (Batch batch = next) {
          sorter.add(batch);
        }
      }
    }
  }

  /** Returns those columns of a batch of more values that there are here. */
  private Batch columnsOf(Batch batch) {
    int group = batch.columnCount() - 1;
    Column[] columns =
        Column.makeAll(
            types.size(), i -> batch.physicalColumn(i == types.size() - 1 ? group : i).retain());
    return Batch.of(account, batch.rowCount(), columns);
  }

  /** Takes over the values of another one, behind those here. */
  void move(SpilledLists other) {
    files.addAll(other.files);
    rows += other.rows;
    other.files.clear();
    other.rows = 0;
  }

  /** Is lent the values that belong to some groups. */
  private interface Taker {
    /**
     * Takes some rows of a batch.
     *
     * @param places int32 place of each row's group among those wanted
     */
    void take(Batch batch, long positions, long places, int count);
  }

  /** Reads all values for those of some groups. */
  private void read(long groups, int count, int groupCount, Taker taker) {
    Buffer places = account.allocate(4L * groupCount);
    Buffer chosen = null;
    try {
      chosen = account.allocate(8L * Batch.MAX_ROWS);
      for (int g = 0; g < groupCount; g++) {
        Memory.putInt(places.address() + 4L * g, -1);
      }
      for (int i = 0; i < count; i++) {
        Memory.putInt(places.address() + 4L * Memory.getInt(groups + 4L * i), i);
      }
      for (SpillFile file : files) {
        read(file, places.address(), chosen.address(), taker);
      }
    } finally {
      places.release();
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  private void read(SpillFile file, long places, long chosen, Taker taker) {
    long chosenPlaces = chosen + 4L * Batch.MAX_ROWS;
    try (SpillReader reader = file.open(account)) {
      while (true) {
        try (Batch batch = reader.next()) {
          if (batch == null) {
            return;
          }
          long numbers = batch.physicalColumn(types.size() - 1).values();
          int found = 0;
          for (int row = 0; row < batch.rowCount(); row++) {
            int place = Memory.getInt(places + 4L * Memory.getInt(numbers + 4L * row));
            if (place >= 0) {
              Memory.putInt(chosen + 4L * found, row);
              Memory.putInt(chosenPlaces + 4L * found++, place);
            }
          }
          taker.take(batch, chosen, chosenPlaces, found);
        }
      }
    }
  }

  /** Returns the texts of groups, joined by what is beside each group's first one. */
  Column texts(DataType result, long groups, int count, int groupCount) {
    long[] bytes = new long[count];
    int[] gaps = new int[count]; // -1 before the first text
    Arrays.fill(gaps, -1);
    byte[][] separators = new byte[count][];
    read(
        groups,
        count,
        groupCount,
        (batch, positions, places, found) ->
            measure(batch, positions, places, found, bytes, gaps, separators));
    List<Buffer> data = new ArrayList<>();
    Buffer views = null;
    Buffer validity = null;
    try {
      long[] targets = new long[count];
      int[] buffers = new int[count];
      int[] offsets = new int[count];
      place(bytes, targets, buffers, offsets, data);
      long[] ends = targets.clone();
      boolean[] hasText = new boolean[count];
      read(
          groups,
          count,
          groupCount,
          (batch, positions, places, found) ->
              copy(batch, positions, places, found, hasText, ends, separators));
      views = account.allocateZeroed(16L * count);
      validity = account.allocateZeroed(Bits.bytesFor(count));
      for (int i = 0; i < count; i++) {
        if (gaps[i] >= 0) {
          Bits.set(validity.address(), i);
          StringViews.put(
              views.address() + 16L * i, targets[i], (int) bytes[i], buffers[i], offsets[i]);
        }
      }
      return Column.views(result, count, views, validity, data.toArray(Buffer[]::new));
    } catch (Throwable e) {
      data.forEach(Buffer::release);
      if (views != null) {
        views.release();
      }
      if (validity != null) {
        validity.release();
      }
      throw e;
    }
  }

  private static void measure(
      Batch batch,
      long positions,
      long places,
      int found,
      long[] bytes,
      int[] gaps,
      byte[][] separators) {
    Column texts = batch.physicalColumn(0);
    Column between = batch.physicalColumn(1);
    for (int i = 0; i < found; i++) {
      int row = Memory.getInt(positions + 4L * i);
      int place = Memory.getInt(places + 4L * i);
      if (gaps[place] < 0) {
        byte[] separator = {};
        if (!between.isNull(row)) {
          long view = between.values() + 16L * row;
          separator = new byte[StringViews.length(view)];
          Memory.copyToArray(
              StringViews.address(view, between.dataAddresses()), separator, 0, separator.length);
        }
        separators[place] = separator;
        gaps[place] = separator.length;
      } else {
        bytes[place] += gaps[place];
      }
      bytes[place] += StringViews.length(texts.values() + 16L * row);
    }
  }

  /** Gives each text a place in as few buffers as can be. */
  private void place(
      long[] bytes, long[] targets, int[] buffers, int[] offsets, List<Buffer> data) {
    int first = 0;
    while (first < bytes.length) {
      long size = 0;
      int end = first;
      while (end < bytes.length && (end == first || size + bytes[end] <= MAX_BYTES_PER_BUFFER)) {
        size += bytes[end++];
      }
      if (size > MAX_BYTES_PER_TEXT) {
        throw Failures.argument(
            "Cannot make a text of " + size + " bytes: a text holds at most 2 GiB");
      }
      Buffer buffer = account.allocate(Math.max(1, size));
      data.add(buffer);
      long offset = 0;
      for (; first < end; first++) {
        targets[first] = buffer.address() + offset;
        buffers[first] = data.size() - 1;
        offsets[first] = (int) offset;
        offset += bytes[first];
      }
    }
  }

  private static void copy(
      Batch batch,
      long positions,
      long places,
      int found,
      boolean[] hasText,
      long[] ends,
      byte[][] separators) {
    Column texts = batch.physicalColumn(0);
    long[] data = texts.dataAddresses();
    for (int i = 0; i < found; i++) {
      int place = Memory.getInt(places + 4L * i);
      long target = ends[place];
      if (hasText[place]) {
        byte[] separator = separators[place];
        Memory.copyFromArray(separator, 0, target, separator.length);
        target += separator.length;
      }
      hasText[place] = true;
      long view = texts.values() + 16L * Memory.getInt(positions + 4L * i);
      Memory.copy(StringViews.address(view, data), target, StringViews.length(view));
      ends[place] = target + StringViews.length(view);
    }
  }

  /** Returns the lists of groups. */
  Column lists(DataType result, long groups, int count, int groupCount) {
    int[] sizes = new int[count];
    Buffer ranges = account.allocate(8L * Math.max(1, count));
    Buffer validity = null;
    try (ColumnAppender appender = new ColumnAppender(types.getFirst(), account);
        StateArray order = new StateArray(account, 4, 0)) {
      validity = account.allocateZeroed(Bits.bytesFor(count));
      read(
          groups,
          count,
          groupCount,
          (batch, positions, places, found) -> {
            int before = appender.rows();
            appender.append(batch.physicalColumn(0), positions, found);
            order.reserve(count == 1 ? 0 : before + found);
            for (int i = 0; i < found; i++) {
              int place = Memory.getInt(places + 4L * i);
              sizes[place]++;
              if (count > 1) {
                Memory.putInt(order.address() + 4L * (before + i), place);
              }
            }
          });
      int[] next = new int[count];
      for (int i = 0, start = 0; i < count; start += sizes[i++]) {
        next[i] = start;
        Memory.putInt(ranges.address() + 8L * i, start);
        Memory.putInt(ranges.address() + 8L * i + 4, sizes[i]);
        if (sizes[i] > 0) {
          Bits.set(validity.address(), i);
        }
      }
      Column arrived = appender.build();
      Column elements = count == 1 ? arrived : inGroups(arrived, order.address(), next);
      return Column.lists(result, count, ranges, validity, elements);
    } catch (Throwable e) {
      ranges.release();
      if (validity != null) {
        validity.release();
      }
      throw e;
    }
  }

  /** Brings values together by the place of their group; they are taken over. */
  private Column inGroups(Column arrived, long places, int[] next) {
    int rowCount = arrived.rows();
    try {
      Buffer positions = account.allocate(4L * Math.max(1, rowCount));
      try {
        for (int i = 0; i < rowCount; i++) {
          int place = Memory.getInt(places + 4L * i);
          Memory.putInt(positions.address() + 4L * next[place]++, i);
        }
        return Gather.rows(arrived, positions.address(), rowCount, account);
      } finally {
        positions.release();
      }
    } finally {
      arrived.release();
    }
  }

  @Override
  public void close() {
    Closeables.all(files);
    files.clear();
  }
}
