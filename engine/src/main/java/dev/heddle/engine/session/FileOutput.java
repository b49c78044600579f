package dev.heddle.engine.session;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.io.csv.CsvOutput;
import dev.heddle.io.parquet.ParquetOutput;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storages;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/** Writes results into files that appear complete or not at all. */
final class FileOutput {
  private static final int BUFFER_CHARACTERS = 1 << 16;

  private FileOutput() {}

  /** Demands, before anything runs, that the target may be written. */
  static void checkTarget(WriteTarget target) {
    if (target.mode() == WriteMode.FAIL_IF_EXISTS
        && Storages.of(target.path()).exists(target.path())) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot write "
              + target.path()
              + ": it exists; choose another path or ask for overwriting");
    }
  }

  static WriteSummary write(OffHeapResult result, WriteTarget target, ZoneId zone) {
    PublishedOutput output = Storages.of(target.path()).create(target.path());
    return switch (target) {
      case WriteTarget.Parquet parquet -> writeParquet(result, parquet, output);
      case WriteTarget.Csv csv -> writeCsv(result, csv, output, zone);
    };
  }

  private static WriteSummary writeParquet(
      OffHeapResult result, WriteTarget.Parquet target, PublishedOutput output) {
    try (ParquetOutput file = new ParquetOutput(output, result.schema(), target.options())) {
      result.lendBatches().forEach(file::write);
      return new WriteSummary(result.rowCount(), file.publish());
    }
  }

  private static WriteSummary writeCsv(
      OffHeapResult result, WriteTarget.Csv target, PublishedOutput output, ZoneId zone) {
    try (output;
        Writer writer =
            new BufferedWriter(
                new OutputStreamWriter(streamOf(output), StandardCharsets.UTF_8),
                BUFFER_CHARACTERS)) {
      try (CsvOutput csv = new CsvOutput(writer, target.options(), zone)) {
        csv.writeHeader(result.schema());
        for (ResultBatch batch : result.batches()) {
          csv.write(batch, result.schema().size());
        }
      }
      writer.flush();
      long bytes = output.position();
      output.publish();
      return new WriteSummary(result.rowCount(), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + target.path(), e);
    }
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
}
