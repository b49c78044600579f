package dev.heddle.io.parquet.prune;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.decode.PageReader;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.storage.RangedInput;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Decides conjuncts on the dictionary of a chunk whose pages all have codes. */
final class DictionaryReader {
  private DictionaryReader() {}

  /** Returns how many bytes the dictionary takes in the file. */
  static long bytes(ChunkInfo chunk) {
    return chunk.indexes().firstDataPage() - chunk.dictionaryOffset();
  }

  /**
   * Returns the dictionary of a chunk, which the caller releases; nothing if it cannot be read,
   * which the reader of the rows reports, or if it does not end where, by the footer, data starts.
   *
   * @param counter receives how many bytes are read
   */
  static Optional<Column> read(
      RangedInput input,
      ParquetColumn column,
      ChunkInfo chunk,
      MemoryAccount account,
      LongConsumer counter) {
    ScanMetrics counts = new ScanMetrics();
    ChunkInfo head = chunk.withBytes(bytes(chunk));
    try (Decompressor decompressor = new Decompressor();
        PartReads reads = PartReads.onDemand(input, account, counts);
        PageReader pages = new PageReader(account, decompressor)) {
      pages.start(reads, column, head);
      Column dictionary = pages.readDictionary();
      return pages.dictionaryEnd() == chunk.indexes().firstDataPage()
          ? Optional.of(dictionary.retain())
          : Optional.empty();
    } catch (CorruptDataException e) {
      return Optional.empty();
    } finally {
      counter.accept(counts.bytesRead.sum());
    }
  }

  /**
   * Decides a conjunct that is decided by value for all rows of a chunk. Entries may be unused, so
   * that what is proven of them is proven of the values.
   *
   * @param dictionary of the chunk
   */
  static Verdict decide(
      RowFilter filter,
      Column dictionary,
      ParquetColumn column,
      ChunkInfo chunk,
      MemoryAccount account) {
    try (RowFilter.Evaluation evaluation = filter.start(account)) {
      int passed = passing(evaluation, dictionary, account);
      Verdict values =
          passed == 0
              ? Verdict.NEVER
              : passed == dictionary.rows() ? Verdict.ALWAYS : Verdict.MAYBE;
      if (chunk.statistics().nullCount() == 0 || values == Verdict.MAYBE) {
        return values;
      }
      return ofNull(evaluation, column, account) == values ? values : Verdict.MAYBE;
    }
  }

  private static Verdict ofNull(
      RowFilter.Evaluation evaluation, ParquetColumn column, MemoryAccount account) {
    Column oneNull;
    try (ColumnBuilder builder = new ColumnBuilder(column.type(), account)) {
      builder.appendNull();
      oneNull = builder.build();
    }
    try {
      return passing(evaluation, oneNull, account) == 0 ? Verdict.NEVER : Verdict.ALWAYS;
    } finally {
      oneNull.release();
    }
  }

  private static int passing(
      RowFilter.Evaluation evaluation, Column column, MemoryAccount account) {
    int rows = column.rows();
    if (rows == 0) {
      return 0;
    }
    Buffer passing = account.allocate(4L * rows);
    try {
      Column[] lent = {column};
      return evaluation.narrow(lent, rows, 0, rows, passing.address());
    } finally {
      passing.release();
    }
  }
}
