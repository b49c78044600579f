package dev.heddle.engine.session;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.csv.CsvOutput;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/** Writes a CSV file. */
final class CsvFileWriter implements FileWriter {
  private static final int BUFFER_CHARACTERS = 1 << 16;

  private final PublishedOutput output;
  private final Schema schema;
  private final Writer writer;
  private final CsvOutput csv;

  CsvFileWriter(PublishedOutput output, Schema schema, CsvWriteOptions options, ZoneId zone) {
    this.output = output;
    this.schema = schema;
    this.writer =
        new BufferedWriter(
            new OutputStreamWriter(streamOf(output), StandardCharsets.UTF_8), BUFFER_CHARACTERS);
    this.csv = new CsvOutput(writer, options, zone);
    csv.writeHeader(schema);
  }

  private static OutputStream streamOf(PublishedOutput output) {
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

  @Override
  public void write(Batch batch) {
    csv.write(new View(batch), schema.size());
  }

  @Override
  public long fileBytes() {
    return output.position();
  }

  @Override
  public long bufferedBytes() {
    return 2L * BUFFER_CHARACTERS;
  }

  @Override
  public long publish() {
    csv.close();
    try {
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the output throws typed errors of its own
    }
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  @Override
  public void close() {
    output.close();
  }

  private record View(Batch batch) implements ResultBatch {
    @Override
    public int rowCount() {
      return batch.rowCount();
    }

    @Override
    public ResultColumn column(int index) {
      return new OffHeapColumn(batch.column(index), batch.rowCount(), () -> false);
    }
  }
}
