package dev.heddle.physical.write;

import dev.heddle.frame.option.ArrowWriteOptions;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.JsonWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.csv.CsvOutput;
import dev.heddle.io.ipc.ArrowFileWriter;
import dev.heddle.io.json.JsonOutput;
import dev.heddle.io.parquet.ParquetFiles;
import dev.heddle.io.text.Compression;
import dev.heddle.io.text.TextFileWriter;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.SortField;
import java.io.Writer;
import java.time.ZoneId;
import java.util.List;

/** The writers of each format. */
final class FileWriters {
  private static final long MIN_ROW_GROUP_BYTES = 1 << 20;

  private FileWriters() {}

  /**
   * Returns what begins files of a format.
   *
   * @param compression of text
   * @param order what the rows of each file are sorted by
   * @param partitions columns that name the files' folders and are not in them
   * @param zone shows timestamps with zone as text
   * @param maxBufferedBytes what one file should keep in memory at most
   */
  static FileWriterFactory of(
      WriteFormat format,
      Compression compression,
      List<SortField> order,
      List<Field> partitions,
      ZoneId zone,
      long maxBufferedBytes) {
    return switch (format) {
      case ParquetWriteOptions parquet -> {
        long rowGroupBytes = Math.max(MIN_ROW_GROUP_BYTES, maxBufferedBytes);
        yield new ParquetFiles(
            parquet.withRowGroupBytes(Math.min(parquet.rowGroupBytes(), rowGroupBytes)),
            order,
            partitions);
      }
      case CsvWriteOptions csv ->
          (output, schema, _) ->
              new TextFileWriter(output, compression, writer -> csv(writer, schema, csv, zone));
      case JsonWriteOptions json ->
          (output, schema, _) ->
              new TextFileWriter(output, compression, writer -> json(writer, schema, json, zone));
      case ArrowWriteOptions arrow ->
          (output, schema, account) -> new ArrowFileWriter(output, schema, arrow, account);
    };
  }

  private static TextFileWriter.RowWriter csv(
      Writer writer, Schema schema, CsvWriteOptions options, ZoneId zone) {
    CsvOutput csv = new CsvOutput(writer, options, zone);
    csv.writeHeader(schema);
    return new TextFileWriter.RowWriter(batch -> csv.write(batch, schema.size()), csv::close);
  }

  private static TextFileWriter.RowWriter json(
      Writer writer, Schema schema, JsonWriteOptions options, ZoneId zone) {
    JsonOutput json =
        options.isArray()
            ? new JsonOutput(writer, schema, zone)
            : JsonOutput.lines(writer, schema, zone);
    return new TextFileWriter.RowWriter(json::write, json::close);
  }
}
