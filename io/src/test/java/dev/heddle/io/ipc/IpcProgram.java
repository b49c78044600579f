package dev.heddle.io.ipc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.Scans;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Writes random batches as Arrow IPC and reads them, for a JVM without launch flags; prints a hash
 * of what came back in each way.
 */
final class IpcProgram {
  private static final int[] SIZES = {10_000, 1, 0, 4096, 777};

  private IpcProgram() {}

  /** What is done with each batch. */
  interface Step {
    void run() throws IOException;
  }

  static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < RandomBatches.TYPES.size(); i++) {
      fields.add(Field.of("c" + i, RandomBatches.TYPES.get(i)));
    }
    return new Schema(fields);
  }

  static VectorSchemaRoot root(BufferAllocator allocator) {
    return VectorSchemaRoot.create(ArrowTypes.toArrow(schema()), allocator);
  }

  /** Fills a root with each of the batches, which are the same in every process. */
  static void fill(VectorSchemaRoot root, Step step) throws IOException {
    RandomBatches random = RandomBatches.seed(30);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      for (int size : SIZES) {
        try (Batch batch = random.batch(schema(), size, account)) {
          ArrowExport.fill(batch, root);
          step.run();
        }
      }
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = root(allocator)) {
      try (FileOutputStream out = new FileOutputStream(folder.resolve("a.arrow").toFile())) {
        ArrowBatchWriter writer = ArrowBatchWriter.file(root, out.getChannel());
        fill(root, writer::writeBatch);
        writer.end();
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ArrowBatchWriter writer = ArrowBatchWriter.stream(root, ArrowBatchWriter.channel(bytes));
      fill(root, writer::writeBatch);
      writer.end();
      Files.write(folder.resolve("a.arrows"), bytes.toByteArray());
    }
    for (String name : List.of("a.arrow", "a.arrows")) {
      Path file = folder.resolve(name);
      String scanned =
          Scans.rows(
                  DatasetTables.open(
                      new ArrowFormat(), List.of(file.toString()), DatasetOptions.DEFAULT))
              .toString();
      try (InputStream in = Files.newInputStream(file)) {
        print(name + " stream", read(in));
      }
      try (InputStream in = new FileInputStream(file.toFile())) {
        print(name + " channel", read(in));
      }
      print(name + " array", read(new ByteArrayInputStream(Files.readAllBytes(file))));
      print(name + " scan", scanned.getBytes(UTF_8).length);
    }
  }

  private static void print(String what, long number) {
    System.out.println(what + " " + number);
  }

  /** Reads all batches, copying each out of Arrow's vectors, and writes them again. */
  private static long read(InputStream in) throws IOException {
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = ArrowInput.read(in, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      ArrowBatchWriter writer = ArrowBatchWriter.stream(root, Channels.newChannel(again));
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
      writer.end();
    }
    return Arrays.hashCode(again.toByteArray());
  }
}
