package dev.heddle.io.parquet.write;

import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * How the values of a leaf's chunks are encoded.
 *
 * @param mayUseCodes whether there may be a dictionary
 * @param maxDictionaryBytes how large it may become
 * @param hasDeltas whether readers know the encodings that came with the second version of pages
 */
record WrittenChunk(boolean mayUseCodes, long maxDictionaryBytes, boolean hasDeltas) {
  private static final long MAX_DICTIONARY_BYTES = 1 << 20;
  private static final long MIN_DICTIONARY_BYTES = 64 << 10;
  private static final int DICTIONARIES = 64; // of the largest size in a row group

  static WrittenChunk of(ParquetWriteOptions options, String column, PrimitiveTypeName type) {
    boolean isV2 = options.pages() == ParquetPages.V2;
    boolean mayUseCodes =
        options.hasDictionary()
            && type != PrimitiveTypeName.BOOLEAN
            && !options.plainColumns().contains(column)
            && (isV2 || type != PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY);
    long share = Math.max(MIN_DICTIONARY_BYTES, options.rowGroupBytes() / DICTIONARIES);
    return new WrittenChunk(mayUseCodes, Math.min(MAX_DICTIONARY_BYTES, share), isV2);
  }

  /** Returns what pages of codes are called. */
  Encoding codesEncoding() {
    return hasDeltas ? Encoding.RLE_DICTIONARY : Encoding.PLAIN_DICTIONARY;
  }

  /** Returns what the page of the dictionary is called. */
  Encoding dictionaryEncoding() {
    return hasDeltas ? Encoding.PLAIN : Encoding.PLAIN_DICTIONARY;
  }
}
