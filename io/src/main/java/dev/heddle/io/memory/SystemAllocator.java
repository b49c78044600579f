package dev.heddle.io.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Has the system's allocator give back the pages of freed blocks that it keeps, and the system use
 * large pages.
 *
 * <p>The allocator keeps what is freed below blocks that are in use, in each of its arenas: with
 * blocks of many sizes that is soon as much again as is in use. Only some allocators can be asked,
 * and only in a process that allows native access; elsewhere this does nothing. Thread-safe.
 */
final class SystemAllocator {
  private static final @Nullable MethodHandle TRIM = trimFunction();

  private static final @Nullable MethodHandle ADVISE = adviseFunction();
  private static final long PAGE = 4096;
  private static final int HUGE_PAGES = 14; // MADV_HUGEPAGE of Linux

  private SystemAllocator() {}

  private static @Nullable MethodHandle adviseFunction() {
    if (!SystemAllocator.class.getModule().isNativeAccessEnabled()
        || !System.getProperty("os.name").equals("Linux")) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("madvise")
        .map(
            function ->
                linker.downcallHandle(
                    function,
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT)))
        .orElse(null);
  }

  /** Asks for pages of 2 MiB in a block, which has not been written to; they may be refused. */
  static void wantLargePages(long address, long bytes) {
    if (ADVISE != null) {
      long start = (address + PAGE - 1) & -PAGE;
      try {
        int _ = (int) ADVISE.invokeExact(start, (address + bytes - start) & -PAGE, HUGE_PAGES);
      } catch (Throwable e) {
        throw new IllegalStateException("Cannot tell the system how memory is used", e);
      }
    }
  }

  private static @Nullable MethodHandle trimFunction() {
    if (!SystemAllocator.class.getModule().isNativeAccessEnabled()) {
      return null; // else the JVM prints a warning
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("malloc_trim")
        .map(
            function ->
                linker.downcallHandle(
                    function, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)))
        .orElse(null);
  }

  /** Gives back all whole pages that are free; takes some milliseconds. */
  static void trim() {
    if (TRIM != null) {
      try {
        int _ = (int) TRIM.invokeExact(0L);
      } catch (Throwable e) {
        throw new IllegalStateException("Cannot trim the memory of the system's allocator", e);
      }
    }
  }
}
