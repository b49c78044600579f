package dev.heddle.io.text;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.values.BatchView;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.Workers;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/** Writes a file of text. */
public final class TextFileWriter implements FileWriter {
  private static final int BUFFER_CHARACTERS = 1 << 16;

  private final PublishedOutput output;
  private final Writer writer;
  private final Compression compression;
  private final RowWriter rows;

  /**
   * Turns rows into text.
   *
   * @param write appends the rows of a batch
   * @param end writes what follows the last row, and flushes
   */
  public record RowWriter(Consumer<ResultBatch> write, Runnable end) {}

  /**
   * Begins a file.
   *
   * @param output taken over, also if this throws
   * @param format makes what turns rows into text
   */
  public TextFileWriter(
      PublishedOutput output, Compression compression, Function<Writer, RowWriter> format) {
    this.output = output;
    this.compression = compression;
    try {
      this.writer =
          new BufferedWriter(
              new OutputStreamWriter(
                  compression.compress(streamOf(output)), StandardCharsets.UTF_8),
              BUFFER_CHARACTERS);
      this.rows = format.apply(writer);
    } catch (IOException e) {
      output.close();
      throw failed(e);
    } catch (RuntimeException e) {
      output.close();
      throw e;
    }
  }

  /** Returns a stream into an output, which closing it leaves open. */
  static OutputStream streamOf(PublishedOutput output) {
    return new OutputStream() {
      @Override
      public void write(int value) {
        output.write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        output.write(bytes, offset, length);
      }
    };
  }

  private static HeddleException failed(IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot write text: " + e.getMessage(), e);
  }

  @Override
  public void write(Batch batch, Workers workers) {
    rows.write().accept(new BatchView(batch));
    if (compression == Compression.NONE) { // else it would compress less
      try {
        writer.flush(); // so that the size of the file is known
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }

  @Override
  public long fileBytes() {
    return output.position();
  }

  @Override
  public long bufferedBytes() {
    return 2L * BUFFER_CHARACTERS + output.bufferedBytes();
  }

  @Override
  public void flush(Workers workers) {}

  @Override
  public long publish(Workers workers) {
    rows.end().run();
    try {
      writer.close(); // ends the compression; the output stays open
    } catch (IOException e) {
      throw failed(e);
    }
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  @Override
  public void close() {
    output.close();
  }
}
