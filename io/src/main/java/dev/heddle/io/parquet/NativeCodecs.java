package dev.heddle.io.parquet;

import com.github.luben.zstd.util.Native;

/** Libraries that decompress, which the first page that needs one would load. Thread-safe. */
public final class NativeCodecs {
  private NativeCodecs() {}

  /** Loads what most files need. */
  public static void load() {
    Native.load();
  }
}
