package dev.heddle.io.parquet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.storage.PublishedOutput;
import java.io.IOException;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/**
 * Writes batches to one Parquet file through parquet-java: dictionaries where they pay, statistics
 * and a page index.
 *
 * <p>Used by one thread. The file becomes visible with {@link #publish}; closing without it leaves
 * nothing behind. Pages of the open row group are kept on the heap by parquet-java.
 */
public final class ParquetOutput implements AutoCloseable {
  /**
   * Row groups end here even if they have fewer rows than the options allow: the open one lies on
   * the heap.
   */
  private static final long MOST_ROW_GROUP_BYTES = 64L << 20;

  private static final int MOST_PAGE_BYTES = 256 << 10;
  private static final int MOST_PAGE_ROWS = 32_768;

  private final PublishedOutput output;
  private final BatchWriteSupport support;
  private final ParquetCompressors compressors = new ParquetCompressors();
  private final ParquetWriter<Integer> writer;
  private long rows;
  private boolean finished;

  /** Begins a file, taking over the output. */
  public ParquetOutput(PublishedOutput output, Schema schema, ParquetWriteOptions options) {
    this.output = output;
    this.support = new BatchWriteSupport(schema);
    try {
      this.writer =
          new Builder(new PublishedOutputFile(output), support)
              .withConf(new PlainParquetConfiguration(Map.of()))
              .withCodecFactory(compressors)
              .withCompressionCodec(codec(options))
              .withWriterVersion(WriterVersion.PARQUET_1_0)
              .withRowGroupSize(MOST_ROW_GROUP_BYTES)
              .withRowGroupRowCountLimit(options.rowGroupRows())
              .withPageSize(MOST_PAGE_BYTES)
              .withPageRowCountLimit(MOST_PAGE_ROWS)
              .withDictionaryEncoding(true)
              .withExtraMetaData(Map.of("writer", "heddle"))
              .build();
    } catch (IOException e) {
      output.close();
      throw failed(e);
    } catch (RuntimeException e) {
      output.close();
      throw e;
    }
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

  /** Appends the rows of a batch, which stays the caller's. */
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
  }

  /** Returns the rows written so far. */
  public long rows() {
    return rows;
  }

  /** Completes the file, makes it visible and returns its size in bytes. */
  public long publish() {
    finish();
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  private void finish() {
    if (!finished) {
      finished = true;
      try {
        writer.close();
      } catch (IOException e) {
        throw failed(e);
      } finally {
        compressors.release();
      }
    }
  }

  private static HeddleException failed(IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot write Parquet: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      finish(); // frees what parquet-java holds; without a publish the file stays hidden and goes
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
