package dev.heddle.io.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;

import dev.heddle.io.parquet.codec.ParquetCompressors;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Rewrites a line-item file with parquet-java's own writer, for {@code heddle bench scan}.
 *
 * <p>Arguments: the file, the target folder. Makes {@code lineitem-java-v1-snappy.parquet} and
 * {@code lineitem-java-v2-zstd.parquet}.
 */
public final class JavaLineItems {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message lineitem {
            required int64 l_orderkey;
            required int64 l_partkey;
            required int64 l_suppkey;
            required int32 l_linenumber;
            required int64 l_quantity (DECIMAL(15,2));
            required int64 l_extendedprice (DECIMAL(15,2));
            required int64 l_discount (DECIMAL(15,2));
            required int64 l_tax (DECIMAL(15,2));
            required binary l_returnflag (STRING);
            required binary l_linestatus (STRING);
            required int32 l_shipdate (DATE);
            required int32 l_commitdate (DATE);
            required int32 l_receiptdate (DATE);
            required binary l_shipinstruct (STRING);
            required binary l_shipmode (STRING);
            required binary l_comment (STRING);
          }
          """);
  private static final int PORTION_ROWS = 100_000;

  private JavaLineItems() {}

  /** Rewrites the file. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    write(
        arguments[0],
        folder.resolve("lineitem-java-v1-snappy.parquet"),
        WriterVersion.PARQUET_1_0,
        CompressionCodecName.SNAPPY);
    write(
        arguments[0],
        folder.resolve("lineitem-java-v2-zstd.parquet"),
        WriterVersion.PARQUET_2_0,
        CompressionCodecName.ZSTD);
  }

  private static void write(
      String source, Path target, WriterVersion version, CompressionCodecName codec)
      throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open();
        ParquetWriter<Group> writer =
            ExampleParquetWriter.builder(new LocalOutputFile(target))
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new ParquetCompressors())
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withType(SCHEMA)
                .withWriterVersion(version)
                .withCompressionCodec(codec)
                .build()) {
      for (long from = 0; ; from += PORTION_ROWS) {
        List<List<Object>> rows =
            duck.rows(
                "SELECT * EXCLUDE (file_row_number) FROM read_parquet('"
                    + source
                    + "', file_row_number = true) WHERE file_row_number >= "
                    + from
                    + " AND file_row_number < "
                    + (from + PORTION_ROWS)
                    + " ORDER BY file_row_number");
        for (List<Object> row : rows) {
          writer.write(group(row));
        }
        if (rows.size() < PORTION_ROWS) {
          return;
        }
      }
    }
  }

  private static Group group(List<Object> row) {
    SimpleGroup group = new SimpleGroup(SCHEMA);
    for (int i = 0; i < SCHEMA.getFieldCount(); i++) {
      Object value = row.get(i);
      boolean isInt = SCHEMA.getType(i).asPrimitiveType().getPrimitiveTypeName() == INT32;
      switch (value) {
        case BigDecimal decimal -> group.add(i, decimal.unscaledValue().longValueExact());
        case java.time.LocalDate date -> group.add(i, (int) date.toEpochDay());
        case Long number when isInt -> group.add(i, number.intValue());
        case Long number -> group.add(i, number);
        default -> group.add(i, value.toString());
      }
    }
    return group;
  }
}
