package dev.heddle.physical.pipeline;

import dev.heddle.physical.aggregate.state.WideSums;
import dev.heddle.physical.kernel.number.DecimalArithmetic;
import dev.heddle.physical.kernel.number.RangeSelect;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Gets what works on the first batches of a process ready while its query is still planned: a JVM
 * with an ahead-of-time cache starts to compile the loops of a class when the class is initialised.
 * Any thread may call it.
 */
public final class PipelineWarmup {
  /** None of their initialisers reaches a class that could lead back to it. */
  private static final List<Class<?>> LOOPS =
      List.of(RangeSelect.class, DecimalArithmetic.class, WideSums.class);

  private PipelineWarmup() {}

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
