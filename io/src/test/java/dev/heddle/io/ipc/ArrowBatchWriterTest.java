package dev.heddle.io.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares what is written and read in a JVM without launch flags with Arrow's own writers. */
@Tag("process")
class ArrowBatchWriterTest {
  @TempDir Path folder;

  @Test
  void writesTheBytesOfArrowsWritersInAJvmWithoutFlags() throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                IpcProgram.class.getName(),
                folder.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();

    byte[] file = arrows(false);
    byte[] stream = arrows(true);
    assertThat(Files.readAllBytes(folder.resolve("a.arrow"))).isEqualTo(file);
    assertThat(Files.readAllBytes(folder.resolve("a.arrows"))).isEqualTo(stream);
    List<String> lines = Files.readAllLines(out);
    int hash = Arrays.hashCode(stream);
    String scanned = lines.getLast().split(" ")[2];
    assertThat(lines)
        .containsExactly(
            "a.arrow stream " + hash,
            "a.arrow channel " + hash,
            "a.arrow array " + hash,
            "a.arrow scan " + scanned,
            "a.arrows stream " + hash,
            "a.arrows channel " + hash,
            "a.arrows array " + hash,
            "a.arrows scan " + scanned);
  }

  /** The batches as Arrow's own writers write them. */
  private static byte[] arrows(boolean isStream) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = IpcProgram.root(allocator);
        ArrowWriter writer =
            isStream
                ? new ArrowStreamWriter(root, null, Channels.newChannel(out))
                : new ArrowFileWriter(root, null, Channels.newChannel(out))) {
      writer.start();
      IpcProgram.fill(root, writer::writeBatch);
      writer.end();
    }
    return out.toByteArray();
  }

  @Test
  void aReaderHasABatchOnceItIsWritten() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = IpcProgram.root(allocator)) {
      ArrowBatchWriter writer = ArrowBatchWriter.stream(root, ArrowBatchWriter.channel(out));
      int[] batches = {0};
      IpcProgram.fill(
          root,
          () -> {
            writer.writeBatch();
            batches[0]++;
            assertThat(batches(out.toByteArray(), allocator)).isEqualTo(batches[0]);
          });
    }
  }

  private static int batches(byte[] bytes, BufferAllocator allocator) throws IOException {
    int batches = 0;
    try (ArrowReader reader = ArrowInput.read(new ByteArrayInputStream(bytes), allocator)) {
      while (reader.loadNextBatch()) {
        batches++;
      }
    }
    return batches;
  }

  @Test
  void refusesDictionaries() {
    Field coded =
        new Field(
            "coded",
            new FieldType(
                true, new ArrowType.Int(32, true), new DictionaryEncoding(1, false, null)),
            null);
    try (BufferAllocator allocator = new RootAllocator();
        IntVector vector = (IntVector) coded.createVector(allocator);
        VectorSchemaRoot root =
            new VectorSchemaRoot(new Schema(List.of(coded)), List.of(vector), 0)) {
      assertThatThrownBy(
              () -> ArrowBatchWriter.stream(root, Channels.newChannel(new ByteArrayOutputStream())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("coded");
    }
  }

  @Test
  void anInputThatEndsEarlyIsAnError() throws IOException {
    byte[] stream = arrows(true);
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int length : new int[] {1, 7, 100, 10_000, stream.length / 2}) {
        assertThatThrownBy(() -> batches(Arrays.copyOf(stream, length), allocator))
            .as("length %s", length)
            .isInstanceOf(IOException.class)
            .hasMessageMatching(".*(ends after|Unexpected end of).*");
      }
    }
  }
}
