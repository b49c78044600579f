package dev.heddle.io.parquet.read;

import dev.heddle.io.parquet.decode.DecoderWarmup;
import java.lang.invoke.MethodHandles;

/**
 * Gets what reads the first rows of a process ready while its query is still planned: a JVM with an
 * ahead-of-time cache starts to compile the loops of a class when the class is initialised. Any
 * thread may call it.
 */
public final class ScanWarmup {
  private ScanWarmup() {}

  /** Initialises the classes with hot loops, those that decompress and decode first. */
  public static void initialise() {
    DecoderWarmup.initialise();
    try {
      MethodHandles.lookup().ensureInitialized(BatchReader.class);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
