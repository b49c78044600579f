package dev.heddle.io.parquet;

import com.github.luben.zstd.util.Native;

/** Native libraries that decompress in processes that may be short. Thread-safe. */
public final class NativeCodecs {
  private static final long FIRST_BYTES = 256L << 20;

  private NativeCodecs() {}

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
}
