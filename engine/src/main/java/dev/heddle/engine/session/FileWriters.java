package dev.heddle.engine.session;

import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.io.parquet.ParquetFiles;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.RowOrder;
import java.time.ZoneId;
import java.util.List;

/** The writers of each format. */
final class FileWriters {
  private static final long LEAST_ROW_GROUP_BYTES = 1 << 20;

  private FileWriters() {}

  /**
   * Returns what begins files of a format.
   *
   * @param order what the rows of each file are sorted by
   * @param zone shows timestamps with zone as text
   * @param mostBufferedBytes what one file should keep in memory at most
   */
  static FileWriterFactory of(
      WriteFormat format, List<RowOrder> order, ZoneId zone, long mostBufferedBytes) {
    return switch (format) {
      case ParquetWriteOptions parquet -> {
        long rowGroupBytes = Math.max(LEAST_ROW_GROUP_BYTES, mostBufferedBytes);
        yield new ParquetFiles(
            parquet.withRowGroupBytes(Math.min(parquet.rowGroupBytes(), rowGroupBytes)), order);
      }
      case CsvWriteOptions csv ->
          (output, schema, _) -> new CsvFileWriter(output, schema, csv, zone);
    };
  }
}
