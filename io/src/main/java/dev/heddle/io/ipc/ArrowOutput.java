package dev.heddle.io.ipc;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.function.Supplier;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;

/** Writes results as Arrow IPC. */
public final class ArrowOutput {
  /** The launch flag without which Arrow's IPC does not work. */
  private static final String FLAG = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private ArrowOutput() {}

  /**
   * Demands the launch flag without which Arrow's IPC does not work.
   *
   * @throws HeddleException with code {@code MISSING_LAUNCH_FLAG}
   */
  public static void checkLaunchFlag() {
    if (!Object.class.getModule().isOpen("java.nio", ArrowOutput.class.getModule())) {
      throw new HeddleException(
          ErrorCode.MISSING_LAUNCH_FLAG,
          "Cannot write Arrow IPC: Arrow needs the JVM flag " + FLAG);
    }
  }

  /** Writes the file format. The output is flushed but not closed. */
  public static void writeFile(Supplier<ArrowStream> rows, OutputStream out) {
    write(rows, out, stream -> new ArrowFileWriter(stream.root(), null, Channels.newChannel(out)));
  }

  /** Writes the stream format. The output is flushed but not closed. */
  public static void writeStream(Supplier<ArrowStream> rows, OutputStream out) {
    write(
        rows, out, stream -> new ArrowStreamWriter(stream.root(), null, Channels.newChannel(out)));
  }

  private interface WriterFactory {
    ArrowWriter make(ArrowStream stream);
  }

  private static void write(Supplier<ArrowStream> rows, OutputStream out, WriterFactory factory) {
    checkLaunchFlag();
    try (ArrowStream stream = rows.get()) {
      ArrowWriter writer = factory.make(stream); // not closed: it would close the output
      writer.start();
      while (stream.next()) {
        writer.writeBatch();
      }
      writer.end();
      out.flush();
    } catch (IOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot write Arrow IPC: " + e.getMessage(), e);
    }
  }
}
