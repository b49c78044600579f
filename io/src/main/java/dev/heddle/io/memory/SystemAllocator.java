package dev.heddle.io.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Has the system's allocator release the pages of freed blocks that it keeps, and the system use
 * large pages.
 *
 * <p>The allocator keeps what is freed below blocks that are in use, in each of its arenas: with
 * blocks of many sizes that is soon as much again as is in use. Only some allocators can be asked,
 * and only in a process that allows native access; elsewhere this does nothing. Thread-safe.
 */
final class SystemAllocator {
  private static final long PAGE = 4096;
  private static final SymbolLookup LIBRARY =
      name -> Linker.nativeLinker().defaultLookup().find(name);
  private static final int HUGE_PAGES = 14; // MADV_HUGEPAGE of Linux
  private static final @Nullable MethodHandle TRIM =
      function(LIBRARY, "malloc_trim", ValueLayout.JAVA_LONG);
  private static final @Nullable MethodHandle ADVISE =
      System.getProperty("os.name").equals("Linux")
          ? function(
              LIBRARY,
              "madvise",
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT)
          : null;

  private SystemAllocator() {}

  /** Returns a function of the system's C library, or null if it has none or we may not call it. */
  static @Nullable MethodHandle function(
      SymbolLookup library, String name, MemoryLayout... arguments) {
    if (!SystemAllocator.class.getModule().isNativeAccessEnabled()) {
      return null; // else the JVM prints a warning
    }
    FunctionDescriptor descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments);
    try {
      return library
          .find(name)
          .map(function -> Linker.nativeLinker().downcallHandle(function, descriptor))
          .orElse(null);
    } catch (UnsupportedOperationException e) {
      return null; // this JVM calls no functions of its system
    }
  }

  /** Asks for pages of 2 MiB in a block, which has not been written to; they may be refused. */
  static void wantLargePages(long address, long bytes) {
    if (ADVISE != null) {
      long start = (address + PAGE - 1) & -PAGE;
      try {
        int _ = (int) ADVISE.invokeExact(start, (address + bytes - start) & -PAGE, HUGE_PAGES);
      } catch (Throwable e) {
        throw new IllegalStateException("Cannot advise the system on the use of memory", e);
      }
    }
  }

  /** Releases all whole pages that are free; takes some milliseconds. */
  static void trim() {
    trim(TRIM);
  }

  /** Calls a function that trims, if there is one. */
  static void trim(@Nullable MethodHandle function) {
    if (function != null) {
      try {
        int _ = (int) function.invokeExact(0L);
      } catch (Throwable e) {
        throw new IllegalStateException("Cannot trim the memory of the system's allocator", e);
      }
    }
  }
}
