package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.fetch.ChunkReads;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.LeafTypes;
import dev.heddle.io.parquet.footer.ParquetColumn;
import org.apache.parquet.format.CompressionCodec;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the pages of a column chunk: reads headers and decompresses; {@link PageLevels} and
 * {@link PageDecoders} decode.
 *
 * <p>A page is decompressed when it is first asked for values, so that pages without wanted rows
 * cost a header only. Buffers are reused for the next page and the next chunk. Used by one thread.
 */
public final class PageReader implements AutoCloseable {
  private final MemoryAccount account;
  private final Decompressor decompressor;
  private final PageHeader header = new PageHeader();
  private final PageLevels levels;
  private final HybridDecoder codes = new HybridDecoder();

  private @Nullable ChunkReads input;
  private @Nullable PageList pages;
  private ParquetColumn column;
  private CompressionCodec codec;
  private PageDecoders decoders;
  private long position;
  private long pageStart;
  private long dictionaryPosition;
  private long dictionaryEnd;
  private @Nullable Column dictionary;
  private @Nullable Buffer page;

  // the page at hand
  private boolean isLoaded;
  private boolean isDictionaryPage;
  private long valuesStart;
  private long valuesEnd;
  private @Nullable ValueDecoder decoder;

  public PageReader(MemoryAccount account, Decompressor decompressor) {
    this.account = account;
    this.decompressor = decompressor;
    this.levels = new PageLevels(account);
  }

  /** Turns to a chunk; the plan stays the caller's. */
  public void start(PartReads reads, ParquetColumn newColumn, ChunkInfo chunk) {
    leavePage();
    if (input != null) {
      input.close();
    }
    input = reads.chunk(chunk);
    pages = reads.pages(chunk);
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
    column = newColumn;
    codec = chunk.codec();
    decoders = new PageDecoders(account, newColumn);
    levels.start(newColumn);
    position = chunk.start();
    dictionaryPosition = -1;
    if (pages != null) {
      position = pages.offset(0);
    }
    dictionary = reads.takeDictionary(chunk);
    if (dictionary != null) {
      dictionaryPosition = chunk.start();
      position = Math.max(position, chunk.indexes().firstDataPage());
    } else if (position > chunk.start()) {
      keepDictionary(chunk.start());
    }
    pageStart = position;
  }

  /** Returns where the chunk's pages start, or null if that is not known. */
  @Nullable PageList pages() {
    return pages;
  }

  /**
   * Goes to a page of {@link #pages}.
   *
   * @return how many rows it has
   */
  int openPage(int page) {
    position = pages.offset(page);
    return nextPage();
  }

  /** Announces that the bytes of pages of {@link #pages} will be needed. */
  void announce(int fromPage, int toPage) {
    input.announce(pages.offset(fromPage), pages.offset(toPage));
  }

  /**
   * Goes to the next page with data.
   *
   * @return how many entries it has: a flat column has one a row
   */
  int nextPage() {
    leavePage();
    while (true) {
      pageStart = position;
      readHeader();
      long body = position;
      if (header.compressedBytes > input.end() - body) {
        throw new CorruptDataException(
            "a page of " + header.compressedBytes + " bytes goes beyond its column chunk");
      }
      position += header.compressedBytes;
      if (header.type == PageHeader.DATA_PAGE || header.type == PageHeader.DATA_PAGE_V2) {
        return header.values;
      }
      if (header.type == PageHeader.DICTIONARY_PAGE) {
        if (dictionaryPosition >= 0) {
          throw new CorruptDataException("a column chunk has two dictionaries");
        }
        keepDictionary(pageStart);
      }
    }
  }

  private void keepDictionary(long start) {
    dictionaryPosition = start;
    input.keep(start);
  }

  private void readHeader() {
    long left = input.end() - position;
    if (left <= 0) {
      throw new CorruptDataException("the column chunk ends before its last row");
    }
    header.readAt(input, position);
    position += header.headerBytes;
  }

  /** Returns how many rows start in the current page, or -1 if it does not state that. */
  int rowsInPage() {
    return column.maxRepetition() == 0 ? header.values : header.rows;
  }

  /** Returns whether the page at hand is of the kind that starts and ends between rows. */
  boolean isSecondVersion() {
    return header.type == PageHeader.DATA_PAGE_V2;
  }

  /** Returns where the page at hand starts in the file. */
  long pageStart() {
    return pageStart;
  }

  /** Returns whether the values of the page at hand have been decompressed. */
  boolean isLoaded() {
    return isLoaded;
  }

  /** Returns the levels of the page at hand, which is loaded. */
  PageLevels levels() {
    return levels;
  }

  /** Returns whether the page at hand, which is loaded, has codes into {@link #dictionary}. */
  boolean isDictionaryPage() {
    return isDictionaryPage;
  }

  /** Returns the dictionary, once a page with codes has been loaded. */
  @Nullable Column dictionary() {
    return dictionary;
  }

  private void leavePage() {
    isLoaded = false;
    if (decoder != null) {
      decoder.close();
      decoder = null;
    }
    levels.leavePage();
  }

  /** Decompresses the page at hand and finds its levels and values. */
  void load() {
    isDictionaryPage =
        header.encoding == PageHeader.PLAIN_DICTIONARY
            || header.encoding == PageHeader.RLE_DICTIONARY;
    if (isDictionaryPage && dictionary == null && dictionaryPosition >= 0) {
      loadDictionary();
    } else if (isDictionaryPage && dictionary == null) {
      dictionary = dictionaryPage().empty(); // as some writers leave it out where all is null
    }
    long body = position - header.compressedBytes;
    long bytes = input.at(body, header.compressedBytes);
    if (header.type == PageHeader.DATA_PAGE_V2) {
      loadSecondVersion(bytes);
    } else {
      loadFirstVersion(bytes);
    }
    isLoaded = true;
  }

  private void loadFirstVersion(long bytes) {
    long start = decompressed(bytes, header.compressedBytes, header.uncompressedBytes, true);
    valuesEnd = start + header.uncompressedBytes;
    valuesStart = levels.startFirstVersion(header, start, valuesEnd);
  }

  private void loadSecondVersion(long bytes) {
    levels.startSecondVersion(header, bytes);
    int levelBytes = header.repetitionBytes + header.definitionBytes;
    int stored = header.compressedBytes - levelBytes;
    int plain = header.uncompressedBytes - levelBytes;
    valuesStart = decompressed(bytes + levelBytes, stored, plain, header.isCompressed);
    valuesEnd = valuesStart + plain;
  }

  /** Returns where the decompressed bytes are: in place if they can stay there. */
  private long decompressed(long bytes, int stored, int plain, boolean compressed) {
    boolean asIs = !compressed || codec == CompressionCodec.UNCOMPRESSED;
    if (asIs && stored != plain) {
      throw new CorruptDataException("an uncompressed page has " + stored + " bytes, not " + plain);
    }
    // views must point into a buffer of their own; the input's is overwritten
    if (asIs && !LeafTypes.isBytes(column.physical())) {
      return bytes;
    }
    long target = pageBuffer(plain);
    if (asIs) {
      Memory.copy(bytes, target, plain);
    } else if (plain > 0) {
      decompressor.decompress(codec, bytes, stored, target, plain);
    }
    return target;
  }

  private long pageBuffer(int bytes) {
    if (page != null && (!page.isExclusive() || page.capacity() < bytes)) {
      page.release();
      page = null;
    }
    if (page == null) {
      page = account.allocate(bytes);
    }
    return page.address();
  }

  /** Returns the dictionary that the chunk at hand starts with; lent until the next chunk. */
  public Column readDictionary() {
    dictionaryPosition = position;
    loadDictionary();
    return dictionary;
  }

  private void loadDictionary() {
    DictionaryPage.Loaded loaded =
        dictionaryPage().load(input, dictionaryPosition, codec, decompressor);
    dictionary = loaded.entries();
    dictionaryEnd = loaded.end();
    input.dropKept();
  }

  private DictionaryPage dictionaryPage() {
    return new DictionaryPage(account, column, decoders);
  }

  /** Returns where the dictionary that was read ends in the file. */
  public long dictionaryEnd() {
    return dictionaryEnd;
  }

  /** Returns the codes of the page at hand, which is a dictionary page; to step over them. */
  HybridDecoder codes() {
    if (decoder == null) {
      decoder = NoValues.INSTANCE; // marks that the codes are at their start
      int width = valuesEnd > valuesStart ? Memory.getByte(valuesStart) & 0xff : 0;
      codes.reset(valuesStart + 1, Math.max(0, valuesEnd - valuesStart - 1), width);
    }
    return codes;
  }

  /** Reads codes of the page at hand, which is a dictionary page, as int32. */
  void readCodes(long target, int count) {
    if (count == 0) {
      return;
    }
    int last = dictionary.rows() - 1;
    if (last < 0 || !codes().readCodes(last, target, count)) {
      throw codeBeyond();
    }
  }

  /** Reads codes and writes the dictionary's entries, of 4 or 8 bytes each. */
  void readEntries(Layout layout, long target, int count) {
    long entries = dictionary.values();
    int last = dictionary.rows() - 1;
    boolean isInts = layout.byteWidth() == 4;
    if (last < 0
        || (isInts && !codes().readInts(entries, last, target, count))
        || (!isInts && !codes().readLongs(entries, last, target, count))) {
      throw codeBeyond();
    }
  }

  /** Checks that codes are within the dictionary. */
  void checkCodes(long target, int count) {
    int last = dictionary.rows() - 1;
    long lastTwo = last * 0x1_0000_0001L;
    long wrong = 0; // two codes at once: the lower one's borrow matters only if it is wrong itself
    int i = 0;
    for (; i + 2 <= count; i += 2) {
      long two = Memory.getLong(target + 4L * i);
      wrong |= two | lastTwo - two;
    }
    if (i < count) {
      int code = Memory.getInt(target + 4L * i);
      wrong |= code | last - code;
    }
    if ((wrong & 0x8000_0000_8000_0000L) != 0) {
      throw codeBeyond();
    }
  }

  CorruptDataException codeBeyond() {
    return new CorruptDataException(
        "a code is beyond its dictionary of " + dictionary.rows() + " entries");
  }

  /** Returns the decoder of the page at hand, which is no dictionary page. */
  ValueDecoder values() {
    if (decoder == null) {
      decoder = decoders.of(header, page, valuesStart, valuesEnd);
    }
    return decoder;
  }

  @Override
  public void close() {
    leavePage();
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
    if (page != null) {
      page.release();
      page = null;
    }
    levels.close();
    if (input != null) {
      input.close();
      input = null;
    }
  }

  /** Takes the place of the decoder of a page whose codes are being read. */
  private enum NoValues implements ValueDecoder {
    INSTANCE;

    @Override
    public void read(long target, int at, int count, ViewData data) {
      throw new IllegalStateException("A page of codes has no values");
    }

    @Override
    public void skip(int count) {
      throw new IllegalStateException("A page of codes has no values");
    }
  }
}
