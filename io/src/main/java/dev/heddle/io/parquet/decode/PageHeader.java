package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.fetch.ChunkReads;

/**
 * The header of a page, read from memory in Thrift's compact protocol.
 *
 * <p>Mutable, so that a reader keeps one. Fields that readers do not need (statistics, checksums)
 * are stepped over.
 */
public final class PageHeader {
  // Encodings by their number in the format
  static final int PLAIN = 0;
  static final int PLAIN_DICTIONARY = 2;
  static final int RLE = 3;
  static final int BIT_PACKED = 4;
  static final int DELTA_BINARY_PACKED = 5;
  static final int DELTA_LENGTH_BYTE_ARRAY = 6;
  static final int DELTA_BYTE_ARRAY = 7;
  static final int RLE_DICTIONARY = 8;
  static final int BYTE_STREAM_SPLIT = 9;

  static final int DATA_PAGE = 0;
  static final int INDEX_PAGE = 1;
  public static final int DICTIONARY_PAGE = 2;
  static final int DATA_PAGE_V2 = 3;

  private static final int MAX_DEPTH = 16;
  private static final int MAX_HEADER_BYTES = 16 << 20;
  private static final int HEADER_GROWTH_BYTES = 64 << 10;

  // Thrift's compact type codes
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int STRUCT = 12;
  private static final int UUID = 13;

  public int type;
  int compressedBytes;
  int uncompressedBytes;
  public int values;
  int encoding;
  int levelEncoding;
  int repetitionEncoding;

  /** How many rows start in the page, or -1 if it does not state that. */
  int rows;

  int definitionBytes;
  int repetitionBytes;
  boolean isCompressed;

  /** How many bytes the header took. */
  int headerBytes;

  private long position;
  private long end;

  /**
   * Reads the header at a position of a file.
   *
   * @throws CorruptDataException if it is wrong or does not end within the chunk
   */
  void readAt(ChunkReads input, long start) {
    long address = input.at(start, 1);
    int available = input.available(start);
    while (!read(address, available)) {
      long left = input.end() - start;
      if (available >= left || available > MAX_HEADER_BYTES) {
        throw new CorruptDataException("a page header is cut off");
      }
      available = (int) Math.min(left, available + HEADER_GROWTH_BYTES);
      address = input.at(start, available);
    }
  }

  /**
   * Reads a header.
   *
   * @return whether the bytes contain a whole one; if not, more are needed
   * @throws CorruptDataException if it is wrong whatever follows
   */
  public boolean read(long start, long available) {
    type = -1;
    compressedBytes = -1;
    uncompressedBytes = -1;
    values = -1;
    encoding = -1;
    levelEncoding = -1;
    repetitionEncoding = -1;
    rows = -1;
    definitionBytes = 0;
    repetitionBytes = 0;
    isCompressed = true;
    position = start;
    end = start + available;
    try {
      readHeader();
    } catch (EndOfBytes e) {
      return false;
    }
    headerBytes = (int) (position - start);
    check();
    return true;
  }

  private void check() {
    if (compressedBytes < 0 || uncompressedBytes < 0) {
      throw new CorruptDataException(
          "the page's sizes are " + compressedBytes + " and " + uncompressedBytes + " bytes");
    }
    if (type == INDEX_PAGE) {
      return;
    }
    if (type < 0 || type > DATA_PAGE_V2 || values < 0 || encoding < 0) {
      throw new CorruptDataException(
          "the page has type " + type + ", " + values + " values, encoding " + encoding);
    }
    if (definitionBytes < 0
        || repetitionBytes < 0
        || (long) definitionBytes + repetitionBytes
            > Math.min(compressedBytes, uncompressedBytes)) {
      throw new CorruptDataException(
          "the page's levels take " + definitionBytes + " and " + repetitionBytes + " bytes");
    }
  }

  private void readHeader() {
    int field = 0;
    while (true) {
      int head = next();
      if (head == 0) {
        return;
      }
      field = fieldId(head, field);
      int kind = head & 15;
      switch (field) {
        case 1 -> type = int32(kind);
        case 2 -> uncompressedBytes = int32(kind);
        case 3 -> compressedBytes = int32(kind);
        case 5, 7, 8 -> readDetails(field, kind);
        default -> skip(kind, 0);
      }
    }
  }

  private void readDetails(int struct, int structKind) {
    if (structKind != STRUCT) {
      throw new CorruptDataException("the page header is malformed");
    }
    int field = 0;
    while (true) {
      int head = next();
      if (head == 0) {
        return;
      }
      field = fieldId(head, field);
      int kind = head & 15;
      switch (struct * 10 + field) {
        case 51, 71, 81 -> values = int32(kind);
        case 52, 72, 84 -> encoding = int32(kind);
        case 53 -> levelEncoding = int32(kind);
        case 54 -> repetitionEncoding = int32(kind);
        case 83 -> rows = int32(kind);
        case 85 -> definitionBytes = int32(kind);
        case 86 -> repetitionBytes = int32(kind);
        case 87 -> isCompressed = kind == TRUE;
        default -> skip(kind, 0);
      }
    }
  }

  private int fieldId(int head, int last) {
    int delta = head >>> 4;
    return delta == 0 ? (short) zigzag(varint()) : last + delta;
  }

  private int int32(int kind) {
    if (kind != I32) {
      throw new CorruptDataException("the page header is malformed");
    }
    return (int) zigzag(varint());
  }

  private void skip(int kind, int depth) {
    switch (kind) {
      case TRUE, FALSE -> {}
      case BYTE -> advance(1);
      case I16, I32, I64 -> varint();
      case DOUBLE -> advance(8);
      case BINARY -> advance(varint());
      case LIST, SET -> {
        int head = next();
        long size = head >>> 4;
        skipAll(size == 15 ? varint() : size, head & 15, depth);
      }
      case MAP -> {
        long size = varint();
        if (size != 0) {
          int kinds = next();
          for (long i = 0; i < checked(size); i++) {
            skipElement(kinds >>> 4, depth);
            skipElement(kinds & 15, depth);
          }
        }
      }
      case STRUCT -> {
        if (depth > MAX_DEPTH) {
          throw new CorruptDataException("the page header is nested too deep");
        }
        for (int head = next(); head != 0; head = next()) {
          if (head >>> 4 == 0) {
            varint();
          }
          skip(head & 15, depth + 1);
        }
      }
      case UUID -> advance(16);
      default -> throw new CorruptDataException("the page header is malformed");
    }
  }

  private void skipAll(long size, int kind, int depth) {
    for (long i = 0; i < checked(size); i++) {
      skipElement(kind, depth);
    }
  }

  private void skipElement(int kind, int depth) {
    if (kind == TRUE || kind == FALSE) {
      advance(1); // within collections booleans take a byte
    } else {
      skip(kind, depth + 1);
    }
  }

  private long checked(long size) {
    if (size < 0) {
      throw new CorruptDataException("the page header is malformed");
    }
    return size;
  }

  private void advance(long bytes) {
    if (bytes < 0) {
      throw new CorruptDataException("the page header is malformed");
    }
    if (bytes > end - position) {
      throw EndOfBytes.INSTANCE;
    }
    position += bytes;
  }

  private int next() {
    if (position >= end) {
      throw EndOfBytes.INSTANCE;
    }
    return Memory.getByte(position++) & 0xff;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = next();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new CorruptDataException("the page header is malformed");
  }

  private static long zigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }

  /** The bytes at hand end within the header. */
  private static final class EndOfBytes extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final EndOfBytes INSTANCE = new EndOfBytes();

    private EndOfBytes() {
      super(null, null, false, false);
    }
  }
}
