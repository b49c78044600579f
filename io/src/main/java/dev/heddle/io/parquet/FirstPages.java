package dev.heddle.io.parquet;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Memory;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Gets what decodes the first pages of a process ready while its query is still planned: a JVM with
 * an ahead-of-time cache starts to compile the loops of a class when the class is initialised. Any
 * thread may call it.
 */
public final class FirstPages {
  /** None of their initialisers reaches another class of Heddle that does not stand before it. */
  private static final List<Class<?>> LOOPS =
      List.of(
          Memory.class,
          Bits.class,
          Column.class,
          Gather.class,
          Masks.class,
          RowRanges.class,
          SnappyDecoder.class,
          HybridDecoder.class,
          CodeTest.class,
          PlainFixedDecoder.class,
          DeltaDecoder.class,
          DeltaFixedDecoder.class,
          PageReader.class,
          BatchReader.class);

  private FirstPages() {}

  /** Initialises the classes. */
  public static void initialise() {
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
