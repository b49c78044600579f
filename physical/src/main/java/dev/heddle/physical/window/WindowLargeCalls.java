package dev.heddle.physical.window;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The calls of a window as they are computed over a partition on the disk: those of distinct values
 * over frames that begin or end with it are plain ones, and their filter is a further column that
 * {@link WindowOccurrences} fills. Used by one thread.
 */
final class WindowLargeCalls implements AutoCloseable {
  private final PhysicalPlan.Window original;
  private final PhysicalPlan.Window plan;
  private final List<Sought> sought = new ArrayList<>(); // by further column
  private final List<WindowOccurrences> found = new ArrayList<>();

  /** The content of a further column. */
  private record Sought(AggregateCall call, WindowOccurrences.Which which) {}

  WindowLargeCalls(PhysicalPlan.Window original) {
    this.original = original;
    List<WindowCall> calls = original.calls().stream().map(this::plain).toList();
    this.plan =
        new PhysicalPlan.Window(
            original.input(),
            original.partitionKeys(),
            original.order(),
            calls,
            original.output(),
            original.estimate());
  }

  /** Returns the window with the calls that are to be computed. */
  PhysicalPlan.Window plan() {
    return plan;
  }

  private WindowCall plain(WindowCall call) {
    AggregateCall aggregate = call.aggregate().orElse(null);
    if (aggregate == null || !aggregate.distinct()) {
      return call;
    }
    if (!aggregate.function().dependsOnRepetition()) {
      return with(call, plain(aggregate, aggregate.filter()));
    }
    boolean starts = WindowReach.startsFrame(call, original);
    boolean isPlain = aggregate.arguments().size() == 1 && aggregate.orderBy().isEmpty();
    if (!isPlain
        || WindowReach.leavesOut(call)
        || starts == WindowReach.endsFrame(call, original)) {
      return call;
    }
    WindowOccurrences.Which which =
        starts ? WindowOccurrences.Which.FIRST : WindowOccurrences.Which.LAST;
    int number = 0;
    while (number < sought.size() && !isSame(sought.get(number), aggregate, which)) {
      number++;
    }
    if (number == sought.size()) {
      sought.add(new Sought(aggregate, which));
    }
    int column = original.input().output().size() + number;
    return with(call, plain(aggregate, OptionalInt.of(column)));
  }

  private static boolean isSame(Sought other, AggregateCall call, WindowOccurrences.Which which) {
    return other.which() == which
        && other.call().arguments().equals(call.arguments())
        && other.call().filter().equals(call.filter())
        && WindowAggregate.skipsNulls(other.call()) == WindowAggregate.skipsNulls(call);
  }

  private static AggregateCall plain(AggregateCall call, OptionalInt filter) {
    return new AggregateCall(
        call.function(),
        call.arguments(),
        call.constants(),
        false,
        filter,
        call.orderBy(),
        call.type(),
        call.code());
  }

  private static WindowCall with(WindowCall call, AggregateCall aggregate) {
    return new WindowCall(
        call.function(),
        Optional.of(aggregate),
        call.arguments(),
        call.constants(),
        call.frame(),
        call.nulls(),
        call.type());
  }

  /** Reads the partition for the further columns. */
  void find(SpillFile file, TaskContext context, Reservation memory) {
    for (Sought one : sought) {
      DataType type = original.input().output().field(one.call().arguments().getFirst()).type();
      found.add(WindowOccurrences.find(one.call(), one.which(), type, file, context, memory));
    }
  }

  /** Gives a piece of the partition, behind this number of rows, the further columns. */
  void complete(WindowSegment piece, long rowsBefore) {
    for (WindowOccurrences occurrences : found) {
      piece.addColumn(occurrences.of(rowsBefore, piece.rows(), piece.account()));
    }
  }

  @Override
  public void close() {
    Closeables.all(found);
    found.clear();
  }
}
