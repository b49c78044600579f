package dev.heddle.physical.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes of sorted rows whose sort reads an exchange by ranges: a task that reads several
 * partitions, which follow one another, may sort and write one after the other, so that it needs no
 * more memory than for one, and makes files as large as wanted of small partitions.
 */
public final class PartByPart {
  private PartByPart() {}

  /** Returns the exchange that a write reads part by part, if it may. */
  public static Optional<PhysicalPlan.ExchangeRead> exchange(PhysicalPlan.Write write) {
    boolean goesOn =
        write.spec().order() == WriteSpec.RowOrder.AS_THEY_COME
            && !write.spec().limits().equals(WriteSpec.Limits.ONE_FILE);
    return goesOn ? sorted(write.input()) : Optional.empty();
  }

  private static Optional<PhysicalPlan.ExchangeRead> sorted(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Project project -> sorted(project.input());
      case PhysicalPlan.Filter filter -> sorted(filter.input());
      case PhysicalPlan.Sort sort -> read(sort.input());
      default -> Optional.empty();
    };
  }

  private static Optional<PhysicalPlan.ExchangeRead> read(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Project project -> read(project.input());
      case PhysicalPlan.Filter filter -> read(filter.input());
      case PhysicalPlan.ExchangeRead read
          when read.group() == PartitionGroup.ALL && read.firstTask() == 0 ->
          Optional.of(read);
      default -> Optional.empty();
    };
  }

  /** Returns the size that a fragment's files are to have, if a task may write part by part. */
  public static OptionalLong fileBytes(PhysicalPlan fragment) {
    return fragment instanceof PhysicalPlan.Write write && exchange(write).isPresent()
        ? OptionalLong.of(write.spec().limits().fileBytes())
        : OptionalLong.empty();
  }

  /** Returns a plan with nodes of its own, equal to those of another. */
  public static PhysicalPlan copy(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.ExchangeRead read
        ? new PhysicalPlan.ExchangeRead(
            read.exchange(),
            read.output(),
            read.order(),
            read.isSequence(),
            read.group(),
            read.firstTask(),
            read.estimate())
        : plan.withInputs(List.of(copy(plan.inputs().getFirst())));
  }
}
