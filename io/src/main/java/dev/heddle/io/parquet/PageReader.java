package dev.heddle.io.parquet;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the pages of a column chunk: reads headers, decompresses, makes decoders.
 *
 * <p>A page is decompressed when it is first asked for values, so that pages without wanted rows
 * cost a header only. Buffers are kept for the next page and the next chunk. Used by one thread.
 */
final class PageReader implements AutoCloseable {
  private static final int MOST_HEADER_BYTES = 16 << 20;
  private static final int HEADER_GROWTH_BYTES = 64 << 10;
  private static final int PACKED_HEADER_BYTES = 5;
  // levels of structs around a value are unpacked so many at a time, within the L1 cache
  private static final int LEVELS = 4096;

  // Encodings by their number in the format
  private static final int PLAIN = 0;
  private static final int PLAIN_DICTIONARY = 2;
  private static final int RLE = 3;
  private static final int BIT_PACKED = 4;
  private static final int DELTA_BINARY_PACKED = 5;
  private static final int DELTA_LENGTH_BYTE_ARRAY = 6;
  private static final int DELTA_BYTE_ARRAY = 7;
  private static final int RLE_DICTIONARY = 8;
  private static final int BYTE_STREAM_SPLIT = 9;

  private final MemoryAccount account;
  private final Decompressor decompressor;
  private final PageHeader header = new PageHeader();
  private final HybridDecoder repetitions = new HybridDecoder();
  private final HybridDecoder levels = new HybridDecoder();
  private final HybridDecoder codes = new HybridDecoder();

  private @Nullable ChunkReads input;
  private @Nullable PageList pages;
  private ParquetColumn column;
  private CompressionCodec codec;
  private Layout layout;
  private long position;
  private long pageStart;
  private long dictionaryPosition;
  private long dictionaryEnd;
  private @Nullable Column dictionary;
  private @Nullable Buffer page;

  // the page at hand
  private boolean isLoaded;
  private boolean hasNulls;
  private boolean isDictionaryPage;
  private long valuesStart;
  private long valuesEnd;
  private @Nullable ValueDecoder decoder;
  private @Nullable Buffer packedRepetitions;
  private @Nullable Buffer packedDefinitions;
  private @Nullable Buffer levelWindow;

  PageReader(MemoryAccount account, Decompressor decompressor) {
    this.account = account;
    this.decompressor = decompressor;
  }

  /** Turns to a chunk; the plan stays the caller's. */
  void start(PartReads reads, ParquetColumn newColumn, ChunkInfo chunk) {
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
    layout = Layout.of(newColumn.type());
    position = chunk.start();
    dictionaryPosition = -1;
    if (pages != null) {
      position = pages.offset(0);
    }
    dictionary = reads.takeDictionary(chunk);
    if (dictionary != null) {
      dictionaryPosition = chunk.start();
      position = Math.max(position, chunk.aids().firstDataPage());
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

  /** Says that the bytes of pages of {@link #pages} will be needed. */
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
    long at = input.at(position, 1);
    int available = input.available(position);
    while (!header.read(at, available)) {
      if (available >= left || available > MOST_HEADER_BYTES) {
        throw new CorruptDataException("a page header is cut off");
      }
      available = (int) Math.min(left, available + HEADER_GROWTH_BYTES);
      at = input.at(position, available);
    }
    position += header.headerBytes;
  }

  /** Returns how many rows start in the page at hand, or -1 if it does not say. */
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

  /** Returns whether rows of the page at hand, which is loaded, may be null. */
  boolean hasNulls() {
    return hasNulls;
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
    if (packedRepetitions != null) {
      packedRepetitions.release();
      packedRepetitions = null;
    }
    if (packedDefinitions != null) {
      packedDefinitions.release();
      packedDefinitions = null;
    }
  }

  /** Decompresses the page at hand and finds its levels and values. */
  void load() {
    isDictionaryPage = header.encoding == PLAIN_DICTIONARY || header.encoding == RLE_DICTIONARY;
    if (isDictionaryPage && dictionary == null && dictionaryPosition >= 0) {
      loadDictionary();
    } else if (isDictionaryPage && dictionary == null) {
      dictionary = emptyDictionary(); // as some writers leave it out where all is null
    }
    long body = position - header.compressedBytes;
    long bytes = input.at(body, header.compressedBytes);
    hasNulls = false;
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
    long at = start;
    int most = column.maxRepetition();
    if (most > 0 && header.repetitionEncoding == BIT_PACKED) {
      packedRepetitions = repacked(at, most, repetitions);
      at += packedBytes(most);
    } else if (most > 0) {
      at += startLevels(at, header.repetitionEncoding, most, repetitions);
    }
    most = column.maxDefinition();
    if (most > 0 && header.levelEncoding == BIT_PACKED) {
      packedDefinitions = repacked(at, most, levels);
      at += packedBytes(most);
    } else if (most > 0) {
      at += startLevels(at, header.levelEncoding, most, levels);
    }
    valuesStart = at;
    noteNulls();
  }

  private void noteNulls() {
    int most = column.maxDefinition();
    hasNulls = most > 0 && header.values > 0 && !levels.startsWithRun(most, header.values);
  }

  private static int bitWidth(int most) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  /** Returns how many bytes the levels take, their length included. */
  private int startLevels(long start, int encoding, int most, HybridDecoder decoder) {
    if (encoding != RLE) {
      throw new CorruptDataException("levels have encoding " + encoding);
    }
    long left = valuesEnd - start;
    int bytes = left < 4 ? -1 : Memory.getInt(start);
    if (bytes < 0 || bytes > left - 4) {
      throw new CorruptDataException("a page's levels are said to take " + bytes + " bytes");
    }
    decoder.reset(start + 4, bytes, bitWidth(most));
    return 4 + bytes;
  }

  private long packedBytes(int most) {
    return ((long) header.values * bitWidth(most) + 7) / 8;
  }

  /** Turns levels of the oldest form, most significant bit first, into one run of the hybrid. */
  private Buffer repacked(long start, int most, HybridDecoder decoder) {
    int width = bitWidth(most);
    if (packedBytes(most) > valuesEnd - start) {
      throw new CorruptDataException("a page's levels go beyond it");
    }
    int groups = (int) ((header.values + 7L) / 8);
    Buffer run = account.allocateZeroed(PACKED_HEADER_BYTES + (long) groups * width);
    long runHeader = (long) groups << 1 | 1;
    for (int i = 0; i < PACKED_HEADER_BYTES; i++) {
      int more = i < PACKED_HEADER_BYTES - 1 ? 0x80 : 0;
      Memory.putByte(run.address() + i, (byte) ((runHeader >>> (7 * i) & 0x7f) | more));
    }
    long target = run.address() + PACKED_HEADER_BYTES;
    for (long bit = 0; bit < (long) header.values * width; bit++) {
      int set = Memory.getByte(start + (bit >>> 3)) >>> (7 - (bit & 7)) & 1;
      // the bits of a value change their order, the values do not
      long to = bit - bit % width + (width - 1 - bit % width);
      long at = target + (to >>> 3);
      Memory.putByte(at, (byte) (Memory.getByte(at) | set << (to & 7)));
    }
    decoder.reset(run.address(), run.capacity(), width);
    return run;
  }

  private void loadSecondVersion(long bytes) {
    int levelBytes = header.repetitionBytes + header.definitionBytes;
    if (column.maxRepetition() > 0) {
      repetitions.reset(bytes, header.repetitionBytes, bitWidth(column.maxRepetition()));
    }
    if (column.maxDefinition() > 0) {
      long start = bytes + header.repetitionBytes;
      levels.reset(start, header.definitionBytes, bitWidth(column.maxDefinition()));
    }
    noteNulls();
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
  Column readDictionary() {
    dictionaryPosition = position;
    loadDictionary();
    return dictionary;
  }

  /** Returns where the dictionary that was read ends in the file. */
  long dictionaryEnd() {
    return dictionaryEnd;
  }

  private void loadDictionary() {
    PageHeader first = new PageHeader();
    long at = input.at(dictionaryPosition, 1);
    int available = input.available(dictionaryPosition);
    while (!first.read(at, available)) {
      long left = input.end() - dictionaryPosition;
      if (available >= left || available > MOST_HEADER_BYTES) {
        throw new CorruptDataException("a page header is cut off");
      }
      available = (int) Math.min(left, available + HEADER_GROWTH_BYTES);
      at = input.at(dictionaryPosition, available);
    }
    if (first.type != PageHeader.DICTIONARY_PAGE) {
      throw new CorruptDataException("there is a page of data where the dictionary should be");
    }
    if (first.encoding != PLAIN && first.encoding != PLAIN_DICTIONARY) {
      throw new CorruptDataException("a dictionary has encoding " + first.encoding);
    }
    long body = dictionaryPosition + first.headerBytes;
    long bytes = input.at(body, first.compressedBytes);
    dictionaryEnd = body + first.compressedBytes;
    Buffer own = account.allocate(first.uncompressedBytes);
    try {
      if (first.uncompressedBytes > 0) {
        decompressor.decompress(
            codec, bytes, first.compressedBytes, own.address(), first.uncompressedBytes);
      }
      dictionary = decodeDictionary(own, first.uncompressedBytes, first.values);
    } finally {
      own.release();
    }
    input.dropKept();
  }

  private Column emptyDictionary() {
    Buffer none = account.allocate(0);
    try {
      return decodeDictionary(none, 0, 0);
    } finally {
      none.release();
    }
  }

  private Column decodeDictionary(Buffer own, int bytes, int entries) {
    if (column.physical() == Type.BOOLEAN || entries > bytes) {
      throw new CorruptDataException(
          "a dictionary has " + entries + " entries in " + bytes + " bytes");
    }
    long start = own.address();
    ViewData data = new ViewData();
    Buffer values = account.allocate(layout.bytesFor(entries));
    ValueDecoder plain = null;
    try {
      plain = plain(own, start, start + bytes);
      plain.read(values.address(), 0, entries, data);
      return layout == Layout.VIEW
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

  /**
   * Reads which of the next rows have a value into a bitmap whose bits from the offset on are zero.
   *
   * @return how many have one
   */
  int readLevels(long bitmap, int offset, int rows) {
    int most = column.maxDefinition();
    if (most == 1) {
      return levels.readBits(bitmap, offset, rows);
    }
    int found = 0;
    for (int done = 0; done < rows; done += LEVELS) {
      int n = Math.min(LEVELS, rows - done);
      long window = unpackLevels(n);
      found += LevelMasks.appendBits(window, n, most, bitmap, offset + done);
    }
    return found;
  }

  /** Steps over rows and returns how many of them have a value. */
  int skipLevels(int rows) {
    int most = column.maxDefinition();
    if (most == 1) {
      return levels.skipBits(rows);
    }
    int found = 0;
    for (int done = 0; done < rows; done += LEVELS) {
      int n = Math.min(LEVELS, rows - done);
      found += LevelMasks.count(unpackLevels(n), n, most);
    }
    return found;
  }

  /** Reads the definition levels of the next entries as bytes, and returns where they lie. */
  private long unpackLevels(int entries) {
    if (levelWindow == null) {
      levelWindow = account.allocate(LEVELS + 64);
    }
    readNestedLevels(0, levelWindow.address(), entries);
    return levelWindow.address();
  }

  /**
   * Reads the levels of the next entries, as bytes; up to 8 bytes behind them may be overwritten.
   *
   * @param repetitionTarget where repetition levels go, if the column has any
   * @param definitionTarget where definition levels go, if the column has any
   */
  void readNestedLevels(long repetitionTarget, long definitionTarget, int entries) {
    if (column.maxRepetition() > 0) {
      repetitions.readBytes(repetitionTarget, entries);
      LevelMasks.check(repetitionTarget, entries, column.maxRepetition());
    }
    if (column.maxDefinition() > 0) {
      levels.readBytes(definitionTarget, entries);
      LevelMasks.check(definitionTarget, entries, column.maxDefinition());
    }
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
    codes().read(target, count);
    checkCodes(target, count);
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
      decoder = newDecoder();
    }
    return decoder;
  }

  private ValueDecoder newDecoder() {
    Type physical = column.physical();
    long start = valuesStart;
    long end = valuesEnd;
    boolean isInteger = physical == Type.INT32 || physical == Type.INT64;
    int width = column.byteWidth();
    if (header.encoding == PLAIN) {
      return plain(page, start, end);
    }
    if (header.encoding == RLE && physical == Type.BOOLEAN) {
      return new RunBooleanDecoder(start, end);
    }
    if (header.encoding == DELTA_BINARY_PACKED && isInteger) {
      return new DeltaFixedDecoder(
          column.conversion(), width, layout.byteWidth(), start, end, account);
    }
    if (header.encoding == DELTA_LENGTH_BYTE_ARRAY && physical == Type.BYTE_ARRAY) {
      return converted(new DeltaLengthDecoder(page, start, end, header.values, account));
    }
    if (header.encoding == DELTA_BYTE_ARRAY && LeafTypes.isBytes(physical)) {
      return converted(new DeltaBytesDecoder(page, start, end, header.values, account));
    }
    if (header.encoding == BYTE_STREAM_SPLIT && width > 0) {
      boolean isViews = layout == Layout.VIEW;
      ValueDecoder values =
          new StreamSplitDecoder(
              column.conversion(), width, layout.byteWidth(), isViews, start, end, account);
      return isViews ? converted(values) : values;
    }
    throw new CorruptDataException(
        "a page of " + physical + " values has encoding " + header.encoding);
  }

  private ValueDecoder plain(@Nullable Buffer own, long start, long end) {
    return switch (column.physical()) {
      case BOOLEAN -> new PlainBooleanDecoder(start, end);
      case INT32, INT64, INT96, FLOAT, DOUBLE ->
          new PlainFixedDecoder(
              column.conversion(), column.byteWidth(), layout.byteWidth(), start, end);
      case BYTE_ARRAY -> converted(new PlainViewDecoder(own, start, end));
      case FIXED_LEN_BYTE_ARRAY ->
          layout == Layout.VIEW
              ? converted(new FixedViewDecoder(own, column.byteWidth(), start, end))
              : new PlainFixedDecoder(
                  column.conversion(), column.byteWidth(), layout.byteWidth(), start, end);
    };
  }

  private ValueDecoder converted(ValueDecoder strings) {
    boolean isUuid = column.conversion() == Conversion.UUID_TO_TEXT;
    if (layout == Layout.VIEW && !isUuid) {
      return strings;
    }
    try {
      if (isUuid) {
        return new UuidTextDecoder(strings, account);
      }
      return new ConvertedViewDecoder(
          strings, column.conversion(), column.byteWidth(), layout, account);
    } catch (RuntimeException e) {
      strings.close();
      throw e;
    }
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
    if (levelWindow != null) {
      levelWindow.release();
      levelWindow = null;
    }
    if (input != null) {
      input.close();
      input = null;
    }
  }

  /** Stands for the decoder of a page whose codes are being read. */
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
