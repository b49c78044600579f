package dev.heddle.io.codec;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of one value while they are written. Not thread-safe. */
final class Encoder {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What forms are given, if anything. */
  final @Nullable Object context;

  private byte[] bytes = new byte[512];
  private int size;
  private int depth;

  Encoder(@Nullable Object context) {
    this.context = context;
  }

  /** Goes into a nested value. */
  void enter() {
    depth++;
    if (depth > RecordCodec.MAX_DEPTH) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot send a value that nests more than "
              + RecordCodec.MAX_DEPTH
              + " deep; split the expression or the query into smaller steps");
    }
  }

  /** Comes back from a nested value. */
  void leave() {
    depth--;
  }

  void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  void writeVarint(long value) {
    ensure(10);
    long left = value;
    while ((left & ~0x7FL) != 0) {
      bytes[size++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }

  void writeSigned(long value) {
    writeVarint((value << 1) ^ (value >> 63));
  }

  void writeFixed32(int value) {
    ensure(4);
    INT.set(bytes, size, value);
    size += 4;
  }

  void writeFixed64(long value) {
    ensure(8);
    LONG.set(bytes, size, value);
    size += 8;
  }

  void writeBytes(byte[] value) {
    writeVarint(value.length);
    writeRaw(value);
  }

  void writeRaw(byte[] value) {
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  void writeText(String value) {
    writeBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the number of bytes written so far. */
  int size() {
    return size;
  }

  /** Takes back what was written from a position on. */
  byte[] cut(int from) {
    byte[] taken = Arrays.copyOfRange(bytes, from, size);
    size = from;
    return taken;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      int needed = Math.addExact(size, more);
      int doubled = bytes.length < Integer.MAX_VALUE / 2 ? bytes.length * 2 : Integer.MAX_VALUE - 8;
      bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
    }
  }
}
