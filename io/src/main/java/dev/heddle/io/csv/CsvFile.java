package dev.heddle.io.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.StoredInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/**
 * An open CSV file: lines split into fields by the library, failures turned into typed errors.
 *
 * <p>Text is UTF-8, with or without a byte-order mark; names that end in {@code .gz} are
 * decompressed. Used by one thread.
 */
final class CsvFile<T> implements AutoCloseable {
  private static final int GZIP_BUFFER_BYTES = 64 << 10;

  private final StoredFile file;
  private final StoredInputStream stream;
  private final CsvReader<T> reader;
  private final CloseableIterator<T> records;

  private CsvFile(StoredFile file, StoredInputStream stream, CsvReader<T> reader) {
    this.file = file;
    this.stream = stream;
    this.reader = reader;
    this.records = reader.iterator();
  }

  /**
   * Opens a file.
   *
   * @param skipsEmptyLines false where a line without characters is a record of one null
   */
  static <T> CsvFile<T> open(
      StoredFile file,
      CsvReadOptions options,
      boolean skipsEmptyLines,
      CsvCallbackHandler<T> handler) {
    StoredInputStream stream = StoredInputStream.open(file);
    try {
      InputStream plain =
          file.path().endsWith(".gz") ? new GZIPInputStream(stream, GZIP_BUFFER_BYTES) : stream;
      CsvReader<T> reader =
          CsvReader.builder()
              .fieldSeparator(options.delimiter())
              .quoteCharacter(options.quote())
              .skipEmptyLines(skipsEmptyLines)
              .allowExtraFields(true) // counted by the handler, which knows the columns' names
              .allowMissingFields(true)
              .allowUnclosedQuote(false)
              .detectBomHeader(true)
              .build(handler, plain, StandardCharsets.UTF_8);
      return new CsvFile<>(file, stream, reader);
    } catch (IOException e) {
      stream.close();
      throw corrupt(file, e);
    } catch (RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  /** Hands the next record to the handler; returns whether there was one. */
  boolean advance() {
    try {
      if (!records.hasNext()) {
        return false;
      }
      records.next();
      return true;
    } catch (CsvParseException e) {
      if (e.getCause() instanceof HeddleException cause) {
        throw cause;
      }
      throw corrupt(file, e);
    } catch (UncheckedIOException e) {
      throw corrupt(file, e);
    }
  }

  /** Returns how many bytes of the file have been fetched. */
  long fetchedBytes() {
    return stream.fetchedBytes();
  }

  private static HeddleException corrupt(StoredFile file, Exception e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return new HeddleException(
        ErrorCode.CORRUPT_FILE, "Cannot read " + file.path() + ": " + last.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      records.close();
      reader.close();
    } catch (IOException e) {
      throw corrupt(file, e);
    } finally {
      stream.close();
    }
  }
}
