package dev.heddle.io.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Has the system's allocator give back the pages of freed blocks that it keeps.
 *
 * <p>It keeps what is freed below blocks that are in use, in each of its arenas: with blocks of
 * many sizes that is soon as much again as is in use. Only some allocators can be asked, and only
 * in a process that allows native access; elsewhere this does nothing. Thread-safe.
 */
final class SystemAllocator {
  private static final @Nullable MethodHandle TRIM = trimFunction();

  private SystemAllocator() {}

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
