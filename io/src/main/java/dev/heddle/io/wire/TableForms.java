package dev.heddle.io.wire;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.codec.RecordCodec;
import dev.heddle.io.dataset.DatasetForm;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Writes tables for other processes, and opens them there. Stateless. */
public final class TableForms {
  /** How many bytes rows in memory may take on the wire, compressed. */
  public static final long MAX_BYTES = 64L << 20;

  private static final RecordCodec<TableForm> CODEC =
      RecordCodec.of(TableForm.class, SchemaForm.FORM);

  private TableForms() {}

  /** Returns what programs have in common that understand each other's tables. */
  public static long fingerprint() {
    return CODEC.fingerprint();
  }

  /**
   * Returns the bytes of a table; of a dataset only the files in which the request may find rows.
   *
   * @param account pays for working memory
   * @throws HeddleException with code {@code UNSUPPORTED} if rows in memory take too many bytes,
   *     and what listing throws
   */
  public static byte[] write(Table table, ScanRequest request, MemoryAccount account) {
    if (DatasetForm.isDataset(table)) {
      FormatForm format = FormatForm.of(DatasetForm.format(table));
      return CODEC.encode(new TableForm.Files(format, DatasetForm.of(table, request)));
    } else if (table instanceof MemoryTable memory) {
      return CODEC.encode(
          new TableForm.InMemory(memory.name(), memory.schema(), blocks(memory, account)));
    } else if (table instanceof PinnedTable pinned) {
      return CODEC.encode(
          new TableForm.Pinned(
              pinned.name(), pinned.schema(), pinned.job(), pinned.parts(), pinned.count()));
    }
    throw new IllegalStateException("No form of the table " + table);
  }

  private static List<TableForm.Block> blocks(MemoryTable table, MemoryAccount account) {
    List<Integer> all = IntStream.range(0, table.schema().size()).boxed().toList();
    TableScan scan = table.scan(new ScanRequest(all, all, ScanFilter.NONE, OptionalLong.empty()));
    IpcBlockWriter writer = new IpcBlockWriter(account);
    List<TableForm.Block> blocks = new ArrayList<>();
    long bytes = 0;
    for (Split split : scan.splits()) {
      try (SplitReader reader = scan.open(split, account)) {
        for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
          try (Batch batch = next.get();
              IpcBlockWriter.Block block = writer.write(batch)) {
            byte[] metadata = new byte[block.metadata().remaining()];
            block.metadata().duplicate().get(metadata);
            byte[] body = new byte[block.bodyBytes()];
            Memory.byteBuffer(block.body().address(), body.length).get(body);
            bytes += metadata.length + body.length;
            blocks.add(new TableForm.Block(metadata, body));
          }
        }
      }
      if (bytes > MAX_BYTES) {
        throw new HeddleException(
            ErrorCode.UNSUPPORTED,
            "Cannot send the rows in memory of "
                + table.name()
                + " to a cluster: they take more than "
                + (MAX_BYTES >> 20)
                + " MiB; write them to Parquet where the workers can read them, and read that");
      }
    }
    return blocks;
  }

  /**
   * Opens a table of bytes that a checksum has proved.
   *
   * @param account pays for rows in memory, and outlives the table
   * @param pinned opens rows that jobs have persisted
   * @return the table; the caller closes it if it is {@link AutoCloseable}
   */
  public static Table open(byte[] bytes, MemoryAccount account, PinnedRows pinned) {
    return switch (CODEC.decode(bytes)) {
      case TableForm.Files(FormatForm format, DatasetForm dataset) -> dataset.open(format.open());
      case TableForm.InMemory rows -> open(rows, account);
      case TableForm.Pinned(
              String name,
              Schema schema,
              long job,
              List<PinnedTable.Part> parts,
              PinnedTable.Count count) ->
          new PinnedTable(name, schema, job, parts, count, pinned);
    };
  }

  private static MemoryTable open(TableForm.InMemory rows, MemoryAccount account) {
    List<Batch> batches = new ArrayList<>();
    try (IpcBlockReader reader =
        new IpcBlockReader(rows.schema().fields().stream().map(Field::type).toList(), account)) {
      for (TableForm.Block block : rows.blocks()) {
        Buffer body = account.allocate(block.body().length);
        try {
          Memory.byteBuffer(body.address(), block.body().length).put(block.body());
          reader.open(ByteBuffer.wrap(block.metadata()), body.address(), block.body().length);
        } finally {
          body.release();
        }
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          batches.add(batch);
        }
      }
    } catch (Throwable e) {
      batches.forEach(Batch::close);
      throw e;
    }
    return MemoryTable.of(rows.name(), rows.schema(), batches, account);
  }
}
