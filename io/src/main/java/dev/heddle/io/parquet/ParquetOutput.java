package dev.heddle.io.parquet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BloomFilter;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.RowOrder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/**
 * Writes batches to one Parquet file through parquet-java. Pages of the open row group are kept on
 * the heap by it, and counted.
 */
public final class ParquetOutput implements FileWriter {
  /** How many rows may come before the size of a page is looked at first. */
  private static final int MOST_ROWS_UNCHECKED = 100;

  private final PublishedOutput output;
  private final PublishedOutputFile file;
  private final CountedAllocator allocator;
  private final BatchWriteSupport support;
  private final ParquetCompressors compressors;
  private final ParquetWriter<Integer> writer;
  private long rows;
  private boolean finished;

  /**
   * Begins a file.
   *
   * @param output where its bytes go; taken over, also if this throws
   * @param schema its columns
   * @param options how it is written
   * @param order what the rows are sorted by, as the file will say
   * @param account pays for the open row group
   */
  public ParquetOutput(
      PublishedOutput output,
      Schema schema,
      ParquetWriteOptions options,
      List<RowOrder> order,
      MemoryAccount account) {
    this.output = output;
    this.file = new PublishedOutputFile(output, order, hasIntervals(schema));
    this.allocator = new CountedAllocator(account);
    this.compressors = new ParquetCompressors(options.compressionLevel());
    try {
      this.support = new BatchWriteSupport(schema);
      this.writer = builder(options).build();
    } catch (IOException e) {
      allocator.close();
      output.close();
      throw failed(e);
    } catch (RuntimeException e) {
      allocator.close();
      output.close();
      throw e;
    }
  }

  private static boolean hasIntervals(Schema schema) {
    return schema.fields().stream().anyMatch(field -> hasIntervals(field.type()));
  }

  private static boolean hasIntervals(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> hasIntervals(element);
      case DataType.MapOf(DataType key, DataType value) -> hasIntervals(key) || hasIntervals(value);
      case DataType.Struct struct ->
          struct.fields().stream().anyMatch(field -> hasIntervals(field.type()));
      default -> type instanceof DataType.Interval;
    };
  }

  private Builder builder(ParquetWriteOptions options) {
    Builder builder =
        new Builder(file, support)
            .withConf(new PlainParquetConfiguration(Map.of()))
            .withAllocator(allocator)
            .withCodecFactory(compressors)
            .withCompressionCodec(codec(options))
            .withWriterVersion(
                switch (options.pages()) {
                  case V1 -> WriterVersion.PARQUET_1_0;
                  case V2 -> WriterVersion.PARQUET_2_0;
                })
            .withRowGroupSize(options.rowGroupBytes())
            .withRowGroupRowCountLimit(options.rowGroupRows())
            .withPageSize(options.pageBytes())
            .withPageRowCountLimit(options.pageRows())
            .withMinRowCountForPageSizeCheck(Math.min(MOST_ROWS_UNCHECKED, options.pageRows()))
            .withDictionaryEncoding(options.hasDictionary())
            .withStatisticsEnabled(options.hasStatistics())
            .withExtraMetaData(Map.of("writer", "heddle"));
    for (String column : options.plainColumns()) {
      builder.withDictionaryEncoding(column, false);
    }
    for (BloomFilter filter : options.bloomFilters()) {
      builder
          .withBloomFilterEnabled(filter.column(), true)
          .withBloomFilterNDV(filter.column(), filter.distinctValues())
          .withBloomFilterFPP(filter.column(), filter.falsePositives());
    }
    return builder;
  }

  private static CompressionCodecName codec(ParquetWriteOptions options) {
    return switch (options.compression()) {
      case UNCOMPRESSED -> CompressionCodecName.UNCOMPRESSED;
      case SNAPPY -> CompressionCodecName.SNAPPY;
      case GZIP -> CompressionCodecName.GZIP;
      case ZSTD -> CompressionCodecName.ZSTD;
      case LZ4_RAW -> CompressionCodecName.LZ4_RAW;
    };
  }

  @Override
  public void write(Batch batch) {
    support.begin(batch);
    try {
      for (int row = 0; row < batch.rowCount(); row++) {
        writer.write(row);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    rows += batch.rowCount();
    allocator.setTotal(writer.getDataSize() - output.position());
  }

  /** Returns the rows written so far. */
  public long rows() {
    return rows;
  }

  @Override
  public long fileBytes() {
    return writer.getDataSize();
  }

  @Override
  public long bufferedBytes() {
    return allocator.bytes();
  }

  @Override
  public long publish() {
    finish();
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  private void finish() {
    if (!finished) {
      finished = true;
      file.beginEnd();
      try {
        writer.close();
        file.end();
      } catch (IOException e) {
        throw failed(e);
      } finally {
        compressors.release();
        allocator.close();
      }
    }
  }

  private static HeddleException failed(IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot write Parquet: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      if (!finished) {
        file.discard();
        finish(); // frees what parquet-java holds
      }
    } finally {
      output.close();
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final BatchWriteSupport support;

    Builder(OutputFile file, BatchWriteSupport support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(
        org.apache.hadoop.conf.Configuration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration configuration) {
      return support;
    }
  }
}
