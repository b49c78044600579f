package dev.heddle.jdbc.remote.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads, writes and allocates memory by addresses; the methods are those that Arrow calls of its
 * own class of this name. Nothing is checked: an address that is not the caller's ends the JVM.
 * Stateless.
 */
public final class MemoryUtil {
  /** Whether the machine stores the lowest byte of a number first. */
  public static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private MemoryUtil() {}

  /** The allocator of the C library. */
  private static final class System {
    private static final MethodHandle ALLOCATE =
        function("malloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG));
    private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ADDRESS));

    private System() {}

    private static MethodHandle function(String name, FunctionDescriptor shape) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape);
    }
  }

  /** Allocates a number of bytes, whose content is undefined, and returns their address. */
  public static long allocateMemory(long bytes) {
    MemorySegment made;
    try {
      made = (MemorySegment) System.ALLOCATE.invokeExact(Math.max(1, bytes));
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot allocate " + bytes + " bytes", e);
    }
    if (made.address() == 0) {
      throw new OutOfMemoryError("Cannot allocate " + bytes + " bytes outside of the heap");
    }
    return made.address();
  }

  /** Frees what {@link #allocateMemory} has returned. */
  public static void freeMemory(long address) {
    try {
      System.FREE.invokeExact(MemorySegment.ofAddress(address));
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot free memory", e);
    }
  }

  /** Returns the address of a direct buffer's first byte, wherever its position is. */
  public static long getByteBufferAddress(ByteBuffer buffer) {
    return MemorySegment.ofBuffer(buffer.duplicate().clear()).address();
  }

  /** Returns a direct buffer over some bytes, which stay the caller's to free. */
  public static ByteBuffer directBuffer(long address, int bytes) {
    return ALL.asSlice(address, bytes).asByteBuffer();
  }

  /** Copies bytes, which may overlap. */
  public static void copyMemory(long from, long to, long bytes) {
    MemorySegment.copy(ALL, from, ALL, to, bytes);
  }

  /** Copies bytes of an array. */
  public static void copyToMemory(byte[] from, long index, long to, long bytes) {
    MemorySegment.copy(from, (int) index, ALL, JAVA_BYTE, to, (int) bytes);
  }

  /** Copies bytes into an array. */
  public static void copyFromMemory(long from, byte[] to, long index, long bytes) {
    MemorySegment.copy(ALL, JAVA_BYTE, from, to, (int) index, (int) bytes);
  }

  /** Sets each of some bytes to one value. */
  public static void setMemory(long address, long bytes, byte value) {
    MemorySegment unused = ALL.asSlice(address, bytes).fill(value);
  }

  /** Returns a byte. */
  public static byte getByte(long address) {
    return ALL.get(JAVA_BYTE, address);
  }

  /** Sets a byte. */
  public static void putByte(long address, byte value) {
    ALL.set(JAVA_BYTE, address, value);
  }

  /** Returns a number of two bytes. */
  public static short getShort(long address) {
    return ALL.get(JAVA_SHORT_UNALIGNED, address);
  }

  /** Sets a number of two bytes. */
  public static void putShort(long address, short value) {
    ALL.set(JAVA_SHORT_UNALIGNED, address, value);
  }

  /** Returns a number of four bytes. */
  public static int getInt(long address) {
    return ALL.get(JAVA_INT_UNALIGNED, address);
  }

  /** Sets a number of four bytes. */
  public static void putInt(long address, int value) {
    ALL.set(JAVA_INT_UNALIGNED, address, value);
  }

  /** Returns a number of eight bytes. */
  public static long getLong(long address) {
    return ALL.get(JAVA_LONG_UNALIGNED, address);
  }

  /** Sets a number of eight bytes. */
  public static void putLong(long address, long value) {
    ALL.set(JAVA_LONG_UNALIGNED, address, value);
  }

  /** Returns a number of four bytes of an array. */
  public static int getInt(byte[] bytes, int index) {
    return MemorySegment.ofArray(bytes).get(JAVA_INT_UNALIGNED, index);
  }

  /** Returns a number of eight bytes of an array. */
  public static long getLong(byte[] bytes, int index) {
    return MemorySegment.ofArray(bytes).get(JAVA_LONG_UNALIGNED, index);
  }
}
