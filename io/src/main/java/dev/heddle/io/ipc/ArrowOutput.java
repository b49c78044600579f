package dev.heddle.io.ipc;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.function.Supplier;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Writes results as Arrow IPC; no launch flag is needed. */
public final class ArrowOutput {
  private ArrowOutput() {}

  /** Writes the file format. The output is flushed but not closed. */
  public static void writeFile(Supplier<ArrowStream> rows, OutputStream out) {
    write(rows, out, ArrowBatchWriter::file);
  }

  /** Writes the stream format. The output is flushed but not closed. */
  public static void writeStream(Supplier<ArrowStream> rows, OutputStream out) {
    write(rows, out, ArrowBatchWriter::stream);
  }

  private interface WriterFactory {
    ArrowBatchWriter make(VectorSchemaRoot root, WritableByteChannel target) throws IOException;
  }

  private static void write(Supplier<ArrowStream> rows, OutputStream out, WriterFactory factory) {
    try (ArrowStream stream = rows.get()) {
      WritableByteChannel target =
          out.getClass() == FileOutputStream.class
              ? Channels.newChannel(out)
              : ArrowBatchWriter.channel(out);
      ArrowBatchWriter writer = factory.make(stream.root(), target);
      while (stream.next()) {
        writer.writeBatch();
        out.flush();
      }
      writer.end();
      out.flush();
    } catch (IOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot write Arrow IPC: " + e.getMessage(), e);
    }
  }
}
