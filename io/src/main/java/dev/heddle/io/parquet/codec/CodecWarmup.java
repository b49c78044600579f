package dev.heddle.io.parquet.codec;

import com.github.luben.zstd.util.Native;
import dev.heddle.io.memory.Memory;
import java.lang.invoke.MethodHandles;

/**
 * Gets decompression ready in processes that may be short. The launcher calls it on a thread of its
 * own while the query is planned. Thread-safe.
 */
public final class CodecWarmup {
  private static final long FIRST_BYTES = 256L << 20;

  private CodecWarmup() {}

  /**
   * Loads what the first page of most files would, and leaves the first pages of this process to
   * it. Our own decoder takes less time once it is compiled, and several times as much before.
   * Where the library cannot be loaded, our own decodes from the start.
   */
  public static void takeFirst() {
    try {
      Native.load();
    } catch (LinkageError e) {
      return;
    }
    Decompressor.startNative(FIRST_BYTES);
  }

  /**
   * Initialises the classes with hot loops: a JVM with an ahead-of-time cache starts to compile the
   * loops of a class when the class is initialised.
   */
  public static void initialise() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      lookup.ensureInitialized(Memory.class);
      lookup.ensureInitialized(SnappyDecoder.class);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
