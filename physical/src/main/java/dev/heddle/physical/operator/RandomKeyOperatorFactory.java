package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Appends a column of random numbers.
 *
 * <p>The numbers are the outputs of SplitMix64 (Steele, Lea and Flood, "Fast Splittable
 * Pseudorandom Number Generators", 2014), started anew where a position of the source's order
 * begins, so that they do not depend on which thread takes it.
 */
public final class RandomKeyOperatorFactory implements OperatorFactory {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private final long seed;
  private final AtomicInteger opened = new AtomicInteger();
  // a source without an order gives all threads one position; each draws for itself then
  private final Map<Long, Integer> owners = new ConcurrentHashMap<>();

  public RandomKeyOperatorFactory(PhysicalPlan.RandomKey node) {
    seed = node.seed();
  }

  @Override
  public Operator open(TaskContext context) {
    return new RandomKeyOperator(context, opened.incrementAndGet());
  }

  @Override
  public void close() {}

  private static long mixed(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private final class RandomKeyOperator extends AppendedColumnOperator {
    private final int number;
    private long position = -1;
    private long state;

    RandomKeyOperator(TaskContext context, int number) {
      super(context, DataType.FLOAT64);
      this.number = number;
    }

    @Override
    void fill(long address, long selection, int rows) {
      startAt(context().position());
      for (int i = 0; i < rows; i++) {
        int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        state += GOLDEN_GAMMA;
        Memory.putDouble(address + 8L * row, (mixed(state) >>> 11) * UNIT);
      }
    }

    private void startAt(long next) {
      if (next == position) {
        return;
      }
      position = next;
      Integer owner = owners.putIfAbsent(next, number);
      long thread = owner == null || owner == number ? 0 : number;
      state = mixed(seed + GOLDEN_GAMMA);
      state = mixed(state + GOLDEN_GAMMA * (1 + context().partition()));
      state = mixed(state + GOLDEN_GAMMA * (1 + next));
      state = mixed(state + GOLDEN_GAMMA * (1 + thread));
    }
  }
}
