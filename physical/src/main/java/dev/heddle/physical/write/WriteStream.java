package dev.heddle.physical.write;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.RowChecksum;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.RowTarget;
import dev.heddle.physical.plan.WriteSpec;
import dev.heddle.physical.row.KeyNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes rows to the files that they belong to. Used by one thread at a time. */
final class WriteStream implements RowTarget {
  private final OutputFiles files;
  private final TaskRows rows;
  private final MemoryAccount account;
  private final int[] keys; // positions of the partition columns
  private final int[] kept; // positions of the files' columns
  private final boolean isSorted;
  private final Optional<KeyNumbers> numbers;
  private final PartitionFolders folders;
  private final List<OutputFiles.@Nullable Place> places = new ArrayList<>(); // by number
  private OutputFiles.@Nullable Place last;
  private int[] starts = new int[0]; // by number, of the rows of a batch; scratch
  private int[] seen = new int[0]; // numbers in a batch; scratch

  /**
   * Makes a stream.
   *
   * @param spec its columns are those of the batches; if it orders by folder, a folder's file is
   *     ended when rows of the next come
   * @param rows counts what is read
   */
  WriteStream(OutputFiles files, WriteSpec spec, TaskRows rows, MemoryAccount account) {
    Schema schema = spec.columns();
    this.files = files;
    this.rows = rows;
    this.account = account;
    this.isSorted = spec.order() == WriteSpec.RowOrder.BY_FOLDER;
    this.keys =
        spec.partitionBy().stream().mapToInt(n -> schema.indexOf(n).orElseThrow()).toArray();
    this.kept =
        IntStream.range(0, schema.size())
            .filter(i -> !spec.omitted().contains(schema.field(i).name()))
            .toArray();
    List<Field> fields = Arrays.stream(keys).mapToObj(schema::field).toList();
    this.folders = new PartitionFolders(fields, keys);
    this.numbers =
        keys.length == 0 ? Optional.empty() : Optional.of(new KeyNumbers(fields, account));
  }

  @Override
  public void write(Batch batch, Workers workers) {
    if (batch.rowCount() == 0 || files.neededMore()) {
      return;
    }
    if (numbers.isEmpty()) {
      rows.add(batch.rowCount());
      OutputFiles.Place place = last == null ? files.place() : last;
      last = place;
      place.write(batch, workers);
      return;
    }
    try (Batch all = RowSlices.columns(batch, kept)) {
      rows.add(batch.rowCount(), RowChecksum.of(all, account));
    }
    Buffer rowNumbers = account.allocate(4L * batch.rowCount());
    try {
      KeyNumbers table = numbers.get();
      table.number(batch, keys, rowNumbers.address());
      divide(batch, rowNumbers.address(), table.count());
    } finally {
      rowNumbers.release();
    }
  }

  private void divide(Batch batch, long rowNumbers, int count) {
    int rows = batch.rowCount();
    if (starts.length < count) {
      starts = new int[Math.max(count, 2 * starts.length)];
    }
    if (seen.length < rows) {
      seen = new int[rows];
    }
    while (places.size() < count) {
      places.add(null);
    }
    int distinct = 0;
    for (int row = 0; row < rows; row++) {
      int number = Memory.getInt(rowNumbers + 4L * row);
      if (starts[number]++ == 0) {
        seen[distinct++] = number;
      }
      if (places.get(number) == null) {
        places.set(number, files.place(folders.of(batch, row)));
      }
    }
    for (int i = 0; i < distinct; i++) {
      int number = seen[i];
      int partRows = starts[number];
      starts[number] = 0;
      try (Batch part =
          partRows == rows
              ? RowSlices.columns(batch, kept)
              : part(batch, rowNumbers, number, partRows)) {
        write(part, number);
      }
    }
  }

  private void write(Batch part, int number) {
    OutputFiles.Place place = places.get(number);
    if (place == null) {
      throw new IllegalStateException("No place for rows of number " + number);
    }
    if (isSorted && last != null && last != place) {
      last.end(Workers.CALLER);
    }
    last = place;
    place.write(part, Workers.CALLER); // rows of many files at a time, none of which wait
  }

  private Batch part(Batch batch, long rowNumbers, int number, int partRows) {
    Buffer positions = account.allocate(4L * partRows);
    long selection = batch.selection();
    int at = 0;
    for (int row = 0; at < partRows; row++) {
      if (Memory.getInt(rowNumbers + 4L * row) == number) {
        int position = selection == 0 ? row : Memory.getInt(selection + 4L * row);
        Memory.putInt(positions.address() + 4L * at++, position);
      }
    }
    return RowSlices.selected(batch, positions, partRows, kept);
  }

  /** Ends the file of a stream that has one of its own. */
  void finish(Workers workers) {
    if (numbers.isEmpty() && last != null) {
      last.end(workers);
    }
  }

  @Override
  public void close() {
    numbers.ifPresent(KeyNumbers::close);
  }
}
