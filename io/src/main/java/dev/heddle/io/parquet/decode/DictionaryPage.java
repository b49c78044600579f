package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.fetch.ChunkReads;
import dev.heddle.io.parquet.footer.ParquetColumn;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Type;

/**
 * Reads the dictionary of a column chunk into a column. Used by one thread.
 *
 * @param account pays for the dictionary
 * @param column whose values the dictionary has
 * @param decoders of the column
 */
record DictionaryPage(MemoryAccount account, ParquetColumn column, PageDecoders decoders) {
  /**
   * A dictionary, which is the caller's.
   *
   * @param entries its values
   * @param end where it ends in the file
   */
  record Loaded(Column entries, long end) {}

  /** Reads the dictionary page that starts at a position of the file. */
  Loaded load(ChunkReads input, long position, CompressionCodec codec, Decompressor decompressor) {
    PageHeader header = new PageHeader();
    header.readAt(input, position);
    if (header.type != PageHeader.DICTIONARY_PAGE) {
      throw new CorruptDataException("there is a page of data where the dictionary should be");
    }
    if (header.encoding != PageHeader.PLAIN && header.encoding != PageHeader.PLAIN_DICTIONARY) {
      throw new CorruptDataException("a dictionary has encoding " + header.encoding);
    }
    long body = position + header.headerBytes;
    long bytes = input.at(body, header.compressedBytes);
    Buffer own = account.allocate(header.uncompressedBytes);
    try {
      if (header.uncompressedBytes > 0) {
        decompressor.decompress(
            codec, bytes, header.compressedBytes, own.address(), header.uncompressedBytes);
      }
      Column entries = decode(own, header.uncompressedBytes, header.values);
      return new Loaded(entries, body + header.compressedBytes);
    } finally {
      own.release();
    }
  }

  /** Returns a dictionary without entries. */
  Column empty() {
    Buffer none = account.allocate(0);
    try {
      return decode(none, 0, 0);
    } finally {
      none.release();
    }
  }

  private Column decode(Buffer own, int bytes, int entries) {
    if (column.physical() == Type.BOOLEAN || entries > bytes) {
      throw new CorruptDataException(
          "a dictionary has " + entries + " entries in " + bytes + " bytes");
    }
    long start = own.address();
    Layout layout = Layout.of(column.type());
    ViewData data = new ViewData();
    Buffer values = account.allocate(layout.bytesFor(entries));
    ValueDecoder plain = null;
    try {
      plain = decoders.plain(own, start, start + bytes);
      plain.read(values.address(), 0, entries, data);
      return layout.isText()
          ? Column.views(column.type(), entries, values, null, data.move())
          : Column.fixed(column.type(), entries, values, null);
    } catch (RuntimeException e) {
      values.release();
      throw e;
    } finally {
      data.clear();
      if (plain != null) {
        plain.close();
      }
    }
  }
}
