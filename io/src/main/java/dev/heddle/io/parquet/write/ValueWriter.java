package dev.heddle.io.parquet.write;

import dev.heddle.io.batch.Column;
import java.util.Arrays;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the values of one column chunk, page by page. They begin as codes into a dictionary, if
 * they may; if that does not pay at the first page, or the dictionary becomes too large, those of
 * the open page and all that follow are encoded plainly. Used by one thread at a time.
 */
abstract class ValueWriter {
  private static final int UNKNOWN = -1;

  private final long maxDictionaryBytes;
  private final Encoding codesEncoding;
  private boolean usesCodes;
  private int[] codes = new int[0]; // of the open page
  private int count; // of codes
  private int codedPages;
  private int codedEntries; // that coded pages refer to
  private int page;
  private int[] seenIn = new int[0]; // by code: the last page that had it, from 1
  private @Nullable Column source; // the dictionary of the column that came last
  private int[] sourceCodes = new int[0]; // ours, by the source's

  /**
   * Makes a writer.
   *
   * @param chunk how it is encoded
   */
  ValueWriter(WrittenChunk chunk) {
    this.maxDictionaryBytes = chunk.maxDictionaryBytes();
    this.codesEncoding = chunk.codesEncoding();
    this.usesCodes = chunk.mayUseCodes();
  }

  /** Returns the bytes of a value, before any encoding. */
  abstract int rawBytes(Column leaf, int position);

  /** Returns the bytes of each value, or 0 if they differ. */
  abstract int fixedBytes();

  /** Appends values to the open page. */
  final void append(Column leaf, int[] positions, int from, int to) {
    if (!usesCodes) {
      appendPlain(leaf, positions, from, to);
      return;
    }
    if (codes.length < count + to - from) {
      codes = Arrays.copyOf(codes, Math.max(count + to - from, 2 * codes.length));
    }
    if (leaf.isDictionary()) {
      appendCodes(leaf, positions, from, to);
    } else {
      appendCoded(leaf, positions, from, to, codes, count);
      count += to - from;
    }
    if (dictionaryBytes() > maxDictionaryBytes) {
      leaveCodes();
    }
  }

  private void appendCodes(Column leaf, int[] positions, int from, int to) {
    Column dictionary = leaf.dictionary();
    if (source != dictionary) {
      source = dictionary;
      if (sourceCodes.length < dictionary.rows()) {
        sourceCodes = new int[dictionary.rows()];
      }
      Arrays.fill(sourceCodes, 0, dictionary.rows(), UNKNOWN);
    }
    for (int i = from; i < to; i++) {
      int code = leaf.code(positions[i]);
      int ours = sourceCodes[code];
      if (ours == UNKNOWN) {
        ours = codeOf(dictionary, code);
        sourceCodes[code] = ours;
      }
      codes[count++] = ours;
    }
  }

  /** Returns the code of a value. */
  abstract int codeOf(Column column, int position);

  /** Sets the codes of values, from {@code at} on. */
  abstract void appendCoded(Column leaf, int[] positions, int from, int to, int[] target, int at);

  /** Encodes values plainly. */
  abstract void appendPlain(Column leaf, int[] positions, int from, int to);

  /** Encodes entries of the dictionary plainly, as values of the open page. */
  abstract void appendPlain(int[] entries, int entryCount);

  /** Ends a page of plain values: appends it to the bytes and the values' bounds to the others. */
  abstract Encoding endPlain(GrowingBytes out, Statistics<?> statistics);

  /** Notes an entry of the dictionary as one that a page has. */
  abstract void note(int code, Statistics<?> statistics);

  abstract int dictionaryCount();

  abstract long dictionaryBytes();

  /** Appends the first entries of the dictionary, plain. */
  abstract void writeDictionary(int entries, GrowingBytes out);

  /** Frees the dictionary. */
  abstract void dropDictionary();

  /** Returns the bytes of memory that the dictionary and plain values take. */
  abstract long heldByValues();

  final long heldBytes() {
    return heldByValues() + 4L * (codes.length + seenIn.length + sourceCodes.length);
  }

  /** Ends the open page, whose values had {@code rawBytes} bytes, and appends it. */
  final Encoding endPage(long rawBytes, GrowingBytes out, Statistics<?> statistics) {
    page++;
    if (usesCodes) {
      int start = out.size();
      int width = HybridEncoder.width(Math.max(0, dictionaryCount() - 1));
      out.putByte(width);
      HybridEncoder.encode(codes, count, width, out);
      if (codedPages > 0 || out.size() - start + dictionaryBytes() < rawBytes) {
        noteEntries(statistics);
        codedPages++;
        codedEntries = dictionaryCount();
        count = 0;
        return codesEncoding;
      }
      out.truncate(start);
      leaveCodes();
    }
    return endPlain(out, statistics);
  }

  private void noteEntries(Statistics<?> statistics) {
    int entries = dictionaryCount();
    if (seenIn.length < entries) {
      seenIn = Arrays.copyOf(seenIn, Math.max(entries, 2 * seenIn.length));
    }
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      if (seenIn[code] != page) {
        seenIn[code] = page;
        note(code, statistics);
      }
    }
  }

  private void leaveCodes() {
    usesCodes = false;
    appendPlain(codes, count);
    count = 0;
    codes = new int[0];
    seenIn = new int[0];
    source = null;
    sourceCodes = new int[0];
    if (codedPages == 0) {
      dropDictionary();
    }
  }

  /** Returns how many entries the dictionary page has to have; 0 if there is to be none. */
  final int codedEntries() {
    return codedPages == 0 ? 0 : codedEntries;
  }
}
