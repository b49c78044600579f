package dev.heddle.io.memory;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads and writes off-heap memory by address: the only class that does.
 *
 * <p>Nothing is checked. A caller owns the bytes it names, or has been lent them, and stays inside
 * of them; own buffers may be over-read by up to {@link Buffer#PADDING} bytes. Values are
 * little-endian, which is checked when the class loads.
 */
@SuppressWarnings({
  "removal", "sunapi"
}) // one file to swap when the foreign-memory API is as fast in cold code
public final class Memory {
  // not imported: Javadoc warns of that, whatever is suppressed here
  private static final sun.misc.Unsafe UNSAFE = unsafe();
  private static final long BYTE_ARRAY = UNSAFE.arrayBaseOffset(byte[].class);
  private static final long LONG_ARRAY = UNSAFE.arrayBaseOffset(long[].class);

  static {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new IllegalStateException("Cannot run on a big-endian machine");
    }
  }

  private Memory() {}

  private static sun.misc.Unsafe unsafe() {
    try {
      Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (sun.misc.Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static long allocate(long bytes) {
    return UNSAFE.allocateMemory(bytes);
  }

  static void free(long address) {
    UNSAFE.freeMemory(address);
  }

  /** Reads a byte. */
  public static byte getByte(long address) {
    return UNSAFE.getByte(address);
  }

  /** Writes a byte. */
  public static void putByte(long address, byte value) {
    UNSAFE.putByte(address, value);
  }

  /** Reads a 16-bit integer. */
  public static short getShort(long address) {
    return UNSAFE.getShort(address);
  }

  /** Writes a 16-bit integer. */
  public static void putShort(long address, short value) {
    UNSAFE.putShort(address, value);
  }

  /** Reads a 32-bit integer. */
  public static int getInt(long address) {
    return UNSAFE.getInt(address);
  }

  /** Writes a 32-bit integer. */
  public static void putInt(long address, int value) {
    UNSAFE.putInt(address, value);
  }

  /** Reads a 64-bit integer. */
  public static long getLong(long address) {
    return UNSAFE.getLong(address);
  }

  /** Writes a 64-bit integer. */
  public static void putLong(long address, long value) {
    UNSAFE.putLong(address, value);
  }

  /** Reads a binary32. */
  public static float getFloat(long address) {
    return UNSAFE.getFloat(address);
  }

  /** Writes a binary32. */
  public static void putFloat(long address, float value) {
    UNSAFE.putFloat(address, value);
  }

  /** Reads a binary64. */
  public static double getDouble(long address) {
    return UNSAFE.getDouble(address);
  }

  /** Writes a binary64. */
  public static void putDouble(long address, double value) {
    UNSAFE.putDouble(address, value);
  }

  /** Copies bytes; the two places must not overlap unless they are equal. */
  public static void copy(long source, long target, long bytes) {
    UNSAFE.copyMemory(source, target, bytes);
  }

  /**
   * Copies bytes that do not overlap, faster than {@link #copy} if they are at most 32, as most
   * texts are; touches no others.
   */
  public static void copyText(long source, long target, int bytes) {
    if (bytes > 32) {
      copy(source, target, bytes);
    } else if (bytes >= 8) {
      putLong(target, getLong(source));
      if (bytes > 16) {
        putLong(target + 8, getLong(source + 8));
        putLong(target + bytes - 16, getLong(source + bytes - 16));
      }
      putLong(target + bytes - 8, getLong(source + bytes - 8));
    } else if (bytes >= 4) {
      putInt(target, getInt(source));
      putInt(target + bytes - 4, getInt(source + bytes - 4));
    } else {
      for (int i = 0; i < bytes; i++) {
        putByte(target + i, getByte(source + i));
      }
    }
  }

  /** Sets bytes to a value. */
  public static void fill(long address, long bytes, byte value) {
    UNSAFE.setMemory(address, bytes, value);
  }

  /** Copies from an array to an address. */
  public static void copyFromArray(byte[] source, int offset, long target, long bytes) {
    UNSAFE.copyMemory(source, BYTE_ARRAY + offset, null, target, bytes);
  }

  /** Copies from an address to an array. */
  public static void copyToArray(long source, byte[] target, int offset, long bytes) {
    UNSAFE.copyMemory(null, source, target, BYTE_ARRAY + offset, bytes);
  }

  /** Returns bytes as a new array. */
  public static byte[] toArray(long address, int bytes) {
    byte[] array = new byte[bytes];
    copyToArray(address, array, 0, bytes);
    return array;
  }

  /** Reads an element of an array, which there must be. */
  public static long at(long[] array, long index) {
    return UNSAFE.getLong(array, LONG_ARRAY + (index << 3));
  }

  /** Reads an element of an array, which there must be. */
  public static byte at(byte[] array, long index) {
    return UNSAFE.getByte(array, BYTE_ARRAY + index);
  }

  /** Reads a byte, unsigned, of an element of an array, which there must be; 0 is the lowest. */
  public static int byteAt(long[] array, long index, int part) {
    return UNSAFE.getByte(array, LONG_ARRAY + (index << 3) + part) & 0xff;
  }

  /** Reads two bytes, unsigned, of an element of an array, which there must be. */
  public static int shortAt(long[] array, long index, int part) {
    return UNSAFE.getShort(array, LONG_ARRAY + (index << 3) + part) & 0xffff;
  }

  /** Reads four bytes of an element of an array, which there must be. */
  public static int intAt(long[] array, long index, int part) {
    return UNSAFE.getInt(array, LONG_ARRAY + (index << 3) + part);
  }

  /** Writes four bytes of an element of an array, which there must be. */
  public static void putIntAt(long[] array, long index, int part, int value) {
    UNSAFE.putInt(array, LONG_ARRAY + (index << 3) + part, value);
  }

  /** Returns an array as libraries take it that read from anywhere. */
  public static MemorySegment segment(byte[] array) {
    return MemorySegment.ofArray(array);
  }

  /** Reads 8 bytes of an array, little-endian, at any offset that leaves 8 bytes. */
  public static long getLong(byte[] array, int offset) {
    return UNSAFE.getLong(array, BYTE_ARRAY + offset);
  }

  /**
   * Returns a direct buffer over bytes that the caller owns, for channels and codecs; valid only
   * while they are.
   */
  public static ByteBuffer byteBuffer(long address, int bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes).asByteBuffer();
  }

  /** Returns where a direct buffer starts; valid only while the buffer is reachable. */
  public static long address(ByteBuffer direct) {
    return MemorySegment.ofBuffer(direct).address();
  }

  /** Compares byte strings as unsigned bytes, the shorter one first where one starts the other. */
  public static int compare(long left, int leftBytes, long right, int rightBytes) {
    int common = Math.min(leftBytes, rightBytes);
    int i = 0;
    for (; i + 8 <= common; i += 8) {
      long a = UNSAFE.getLong(left + i);
      long b = UNSAFE.getLong(right + i);
      if (a != b) {
        return Long.compareUnsigned(Long.reverseBytes(a), Long.reverseBytes(b));
      }
    }
    if (i < common && common >= 8) {
      long a = UNSAFE.getLong(left + common - 8); // overlaps what is equal
      long b = UNSAFE.getLong(right + common - 8);
      return a == b
          ? Integer.compare(leftBytes, rightBytes)
          : Long.compareUnsigned(Long.reverseBytes(a), Long.reverseBytes(b));
    }
    for (; i < common; i++) {
      int difference = (UNSAFE.getByte(left + i) & 0xff) - (UNSAFE.getByte(right + i) & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(leftBytes, rightBytes);
  }

  /** Returns whether two byte strings of the same length are equal. */
  public static boolean isEqual(long left, long right, int bytes) {
    if (bytes >= 8) {
      int last = bytes - 8; // these overlap those before: cheaper than a loop over the rest
      for (int i = 0; i < last; i += 8) {
        if (UNSAFE.getLong(left + i) != UNSAFE.getLong(right + i)) {
          return false;
        }
      }
      return UNSAFE.getLong(left + last) == UNSAFE.getLong(right + last);
    }
    for (int i = 0; i < bytes; i++) {
      if (UNSAFE.getByte(left + i) != UNSAFE.getByte(right + i)) {
        return false;
      }
    }
    return true;
  }
}
