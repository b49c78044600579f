package dev.heddle.io.parquet.write;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileWriter;

/**
 * A page that is complete but for its place in the file.
 *
 * @param rows that begin in it
 * @param slots values, and placeholders of missing ones
 * @param nulls slots without a value
 * @param encoding of the values
 * @param plainBytes of the values, for the first version of levels too, before compression
 * @param bytes the same, compressed
 */
record WrittenPage(
    int rows,
    int slots,
    int nulls,
    Encoding encoding,
    int plainBytes,
    BytesInput bytes,
    Levels levels,
    Statistics<?> statistics,
    SizeStatistics sizes) {

  /** How levels are stored. */
  sealed interface Levels {
    /** Before the values, compressed with them: the first version of pages. */
    record Within(Encoding repetition, Encoding definition) implements Levels {}

    /** Beside the values: the second version. */
    record Beside(BytesInput repetition, BytesInput definition, boolean isCompressed)
        implements Levels {}
  }

  /** Returns the bytes of memory in use. */
  long heldBytes() {
    return bytes.size()
        + switch (levels) {
          case Levels.Within(_, _) -> 0;
          case Levels.Beside(BytesInput repetition, BytesInput definition, _) ->
              repetition.size() + definition.size();
        };
  }

  void writeTo(ParquetFileWriter file) throws IOException {
    switch (levels) {
      case Levels.Within(Encoding repetition, Encoding definition) ->
          file.writeDataPage(
              slots,
              plainBytes,
              bytes,
              statistics,
              rows,
              repetition,
              definition,
              encoding,
              null,
              null,
              sizes);
      case Levels.Beside(BytesInput repetition, BytesInput definition, boolean isCompressed) ->
          file.writeDataPageV2(
              rows,
              nulls,
              slots,
              repetition,
              definition,
              encoding,
              bytes,
              isCompressed,
              plainBytes,
              statistics,
              null,
              null,
              sizes);
    }
  }
}
