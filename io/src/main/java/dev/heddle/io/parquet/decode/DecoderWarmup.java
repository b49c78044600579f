package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.parquet.codec.CodecWarmup;
import dev.heddle.io.parquet.footer.RowRanges;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Gets what decodes the first pages of a process ready while its query is still planned. Any thread
 * may call it.
 */
public final class DecoderWarmup {
  /** None of their initialisers reaches another class of Heddle that does not precede it. */
  private static final List<Class<?>> LOOPS =
      List.of(
          Bits.class,
          Column.class,
          Gather.class,
          RowBitmaps.class,
          RowRanges.class,
          HybridDecoder.class,
          CodePredicate.class,
          CodeFilter.class,
          PlainFixedDecoder.class,
          DeltaDecoder.class,
          DeltaFixedDecoder.class,
          PageReader.class);

  private DecoderWarmup() {}

  /** Initialises the classes with hot loops, those that decompress first. */
  public static void initialise() {
    CodecWarmup.initialise();
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      for (Class<?> each : LOOPS) {
        lookup.ensureInitialized(each);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
