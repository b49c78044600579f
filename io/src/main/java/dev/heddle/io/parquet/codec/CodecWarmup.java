package dev.heddle.io.parquet.codec;

import com.github.luben.zstd.util.Native;
import dev.heddle.io.warmup.Warmup;

/** Gets decompression ready in processes that may be short. */
public final class CodecWarmup implements Warmup {
  private static final long FIRST_BYTES = 256L << 20;

  /**
   * Loads what the first page of most files would, and leaves the first pages of this process to
   * it. Our own decoder takes less time once it is compiled, and several times as much before.
   * Where the library cannot be loaded, our own decodes from the start.
   */
  @Override
  public void run() {
    try {
      Native.load();
    } catch (LinkageError e) {
      return;
    }
    Decompressor.startNative(FIRST_BYTES);
  }
}
