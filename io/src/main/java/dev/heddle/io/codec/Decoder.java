package dev.heddle.io.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of one value while they are read. Not thread-safe. */
final class Decoder {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What forms are given, if anything. */
  final @Nullable Object context;

  private final byte[] bytes;
  private final int end;
  private int position;
  private int depth;

  Decoder(byte[] bytes, int offset, int length, @Nullable Object context) {
    this.bytes = bytes;
    this.position = offset;
    this.end = offset + length;
    this.context = context;
  }

  /** Goes into a nested value. */
  void enter() {
    depth++;
    if (depth > RecordCodec.MAX_DEPTH) {
      throw new CorruptBytesException("values nest more than " + RecordCodec.MAX_DEPTH + " deep");
    }
  }

  /** Comes back from a nested value. */
  void leave() {
    depth--;
  }

  int remaining() {
    return end - position;
  }

  int readByte() {
    if (position >= end) {
      throw new CorruptBytesException("they end too early");
    }
    return bytes[position++] & 0xFF;
  }

  boolean readFlag() {
    int value = readByte();
    if (value > 1) {
      throw new CorruptBytesException(value + " is neither true nor false");
    }
    return value == 1;
  }

  long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (shift == 63 && next > 1) {
          break;
        }
        return value;
      }
    }
    throw new CorruptBytesException("a number has more than 64 bits");
  }

  long readSigned() {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  long readSigned(long least, long most) {
    long value = readSigned();
    if (value < least || value > most) {
      throw new CorruptBytesException(value + " is not from " + least + " to " + most);
    }
    return value;
  }

  /** Reads a position below a bound. */
  int readPosition(int count) {
    long value = readVarint();
    if (value < 0 || value >= count) {
      throw new CorruptBytesException("position " + value + " is not below " + count);
    }
    return (int) value;
  }

  /** Reads a number of things of which each takes a byte at least. */
  int readLength() {
    long value = readVarint();
    if (value < 0 || value > remaining()) {
      throw new CorruptBytesException(
          "a length of " + value + " where " + remaining() + " bytes are left");
    }
    return (int) value;
  }

  int readFixed32() {
    require(4);
    int value = (int) INT.get(bytes, position);
    position += 4;
    return value;
  }

  long readFixed64() {
    require(8);
    long value = (long) LONG.get(bytes, position);
    position += 8;
    return value;
  }

  byte[] readBytes() {
    int length = readLength();
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  String readText() {
    int length = readLength();
    int start = position;
    position += length;
    for (int i = start; i < position; i++) {
      if (bytes[i] < 0) {
        return decodeText(start, length);
      }
    }
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  private String decodeText(int start, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new CorruptBytesException("text is not UTF-8");
    }
  }

  private void require(int count) {
    if (remaining() < count) {
      throw new CorruptBytesException("they end too early");
    }
  }
}
