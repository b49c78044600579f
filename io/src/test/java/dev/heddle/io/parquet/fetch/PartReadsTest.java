package dev.heddle.io.parquet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.OddFiles;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.decode.ColumnReader;
import dev.heddle.io.parquet.decode.ValueForm;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a row group: the pages that are needed, early, and each byte once. */
class PartReadsTest {
  private static final int ROWS = 4000;
  private static final int PAGE_ROWS = 100;

  @TempDir Path folder;

  /** A file in memory that fills buffers as soon as they are asked for, as far storage may. */
  private static final class EarlyInput implements RangedInput {
    private final byte[] bytes;
    private final int gap;
    private final List<Long> started = new ArrayList<>(); // from and to in turn
    private int unplanned;

    EarlyInput(byte[] bytes, int gap) {
      this.bytes = bytes;
      this.gap = gap;
    }

    @Override
    public void read(long position, long address, int count) {
      unplanned++;
      Memory.copyFromArray(bytes, (int) position, address, count);
    }

    @Override
    public byte[] readArray(long position, int count) {
      unplanned++;
      return Arrays.copyOfRange(bytes, (int) position, (int) position + count);
    }

    @Override
    public PendingRead start(long position, int count, MemoryAccount account) {
      started.add(position);
      started.add(position + count);
      Buffer filled = account.allocate(count);
      Memory.copyFromArray(bytes, (int) position, filled.address(), count);
      return new PendingRead() {
        private @Nullable Buffer buffer = filled;

        @Override
        public Buffer await() {
          Buffer taken = buffer;
          buffer = null;
          return taken;
        }

        @Override
        public void close() {
          if (buffer != null) {
            buffer.release();
            buffer = null;
          }
        }
      };
    }

    @Override
    public int coalesceGap() {
      return gap;
    }

    @Override
    public void close() {}

    long startedBytes() {
      long sum = 0;
      for (int i = 0; i < started.size(); i += 2) {
        sum += started.get(i + 1) - started.get(i);
      }
      return sum;
    }
  }

  private Path file() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message t { required int64 a; required int64 b; required binary c (STRING); }");
    Path file = folder.resolve("a.parquet");
    try (ParquetWriter<Group> writer =
        OddFiles.writer(file, schema)
            .withDictionaryEncoding(false)
            .withPageRowCountLimit(PAGE_ROWS)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(schema);
        group.add("a", (long) row);
        group.add("b", row * 31L);
        group.add("c", "text of row " + row);
        writer.write(group);
      }
    }
    return file;
  }

  private static PartReads plan(
      EarlyInput input,
      MemoryAccount account,
      RowGroupInfo group,
      RowRanges ranges,
      boolean eager) {
    PartReads reads = PartReads.lookingAhead(input, account, new ScanMetrics());
    PartReads.Need need = PartReads.Need.ON_DEMAND;
    if (eager) {
      need = ranges.covers(0, group.rows()) ? PartReads.Need.ALL : PartReads.Need.WANTED_ROWS;
    }
    for (int i = 0; i < group.chunks().size(); i++) {
      reads.add("c" + i, group.chunks().get(i), need);
    }
    reads.startLists();
    reads.plan(ranges, group.rows());
    return reads;
  }

  @Test
  void onlyPagesOfWantedRowsAreStartedAndReadOnce() throws IOException {
    Path file = file();
    ParquetFooter footer = GroupFiles.footer(file);
    RowGroupInfo group = footer.rowGroups().getFirst();
    EarlyInput input = new EarlyInput(Files.readAllBytes(file), 0);
    MemoryLedger ledger = new MemoryLedger(1 << 24);
    try (MemoryAccount account = ledger.open("test");
        Decompressor decompressor = new Decompressor()) {
      RowRanges ranges = RowRanges.of(250, 320).or(RowRanges.of(1000, 1001));
      long listBytes = group.chunks().stream().mapToLong(ChunkInfo::pageIndexBytes).sum();
      try (PartReads reads = plan(input, account, group, ranges, true);
          ColumnReader reader = new ColumnReader(account, decompressor)) {
        ChunkInfo chunk = group.chunks().getFirst();
        PageList pages = reads.pages(chunk);
        long pageBytes = pages.offset(1) - pages.offset(0);
        assertThat(input.startedBytes() - listBytes).isLessThan(3 * 3 * 2 * pageBytes);
        reader.start(reads, file.toString(), footer.columns().getFirst(), chunk, 0, ROWS);
        reader.skip(250);
        var first = reader.read(70, ValueForm.VALUES);
        assertThat(first.longAt(0)).isEqualTo(250);
        assertThat(first.longAt(69)).isEqualTo(319);
        first.release();
        reader.skip(1000 - 320);
        var second = reader.read(1, ValueForm.VALUES);
        assertThat(second.longAt(0)).isEqualTo(1000);
        second.release();
      }
      assertThat(input.unplanned).isZero();
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  @Test
  void neighboursOfAllColumnsComeInOneRead() throws IOException {
    Path file = file();
    RowGroupInfo group = GroupFiles.footer(file).rowGroups().getFirst();
    EarlyInput input = new EarlyInput(Files.readAllBytes(file), 1 << 20);
    MemoryLedger ledger = new MemoryLedger(1 << 24);
    try (MemoryAccount account = ledger.open("test")) {
      plan(input, account, group, RowRanges.of(0, ROWS), true).close();
      assertThat(input.started).hasSize(2);
    }
    assertThat(ledger.usedBytes()).isZero(); // although nobody has taken the bytes
  }

  @Test
  void columnsThatMayNotBeNeededAreReadPageByPage() throws IOException {
    Path file = file();
    ParquetFooter footer = GroupFiles.footer(file);
    RowGroupInfo group = footer.rowGroups().getFirst();
    EarlyInput input = new EarlyInput(Files.readAllBytes(file), 0);
    MemoryLedger ledger = new MemoryLedger(1 << 24);
    try (MemoryAccount account = ledger.open("test");
        Decompressor decompressor = new Decompressor()) {
      try (PartReads reads = plan(input, account, group, RowRanges.of(0, ROWS), false);
          ColumnReader reader = new ColumnReader(account, decompressor);
          ScratchPositions positions = new ScratchPositions(account, 5, 1205)) {
        int lists = input.started.size();
        ChunkInfo chunk = group.chunks().get(2);
        reader.start(reads, file.toString(), footer.columns().get(2), chunk, 0, ROWS);
        var picked = reader.pick(ROWS, positions.address(), 2, ValueForm.CODES);
        assertThat(new String(picked.bytesAt(0), java.nio.charset.StandardCharsets.UTF_8))
            .isEqualTo("text of row 5");
        assertThat(new String(picked.bytesAt(1), java.nio.charset.StandardCharsets.UTF_8))
            .isEqualTo("text of row 1205");
        picked.release();
        PageList pages = reads.pages(chunk);
        assertThat(input.started.subList(lists, input.started.size()))
            .containsExactly(pages.offset(0), pages.offset(1), pages.offset(12), pages.offset(13));
      }
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Positions in memory. */
  private static final class ScratchPositions implements AutoCloseable {
    private final Buffer buffer;

    ScratchPositions(MemoryAccount account, int... positions) {
      buffer = account.allocate(4L * positions.length);
      for (int i = 0; i < positions.length; i++) {
        Memory.putInt(buffer.address() + 4L * i, positions[i]);
      }
    }

    long address() {
      return buffer.address();
    }

    @Override
    public void close() {
      buffer.release();
    }
  }
}
