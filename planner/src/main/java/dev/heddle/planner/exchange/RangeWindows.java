package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Divides a window's rows by ranges of its partitions and order, so that tasks compute it side by
 * side, however large a partition is. Serves one plan. Not thread-safe.
 *
 * <p>Each part computes the calls of its own rows. What it must know of other parts is carried to
 * it: values of all parts before or after, which follow from a summary of each part, and for calls
 * that look a few rows away these rows themselves.
 */
final class RangeWindows {
  /** Different values of the order for each part below which rows of equal order may fill it. */
  private static final int MIN_ORDERS_PER_PART = 100;

  private static final int MAX_SPREADING_COLUMNS = 2;

  private final RangeSorts sorts;
  private final SharedExchanges shares;
  private final WindowSummaries summaries;

  RangeWindows(RangeSorts sorts, SharedExchanges shares, AggregateExchanges aggregates) {
    this.sorts = sorts;
    this.shares = shares;
    this.summaries = new WindowSummaries(aggregates);
  }

  /** Returns a window over rows that are in several tasks; its calls have no obstacle. */
  Placed divide(PhysicalPlan.Window window, WindowPieces pieces, Placed input) {
    return divide(window, pieces, input, sorts.parts(window.estimate().bytes()));
  }

  /** Returns a window over rows that are in several tasks, in a number of parts. */
  Placed divide(PhysicalPlan.Window window, WindowPieces pieces, Placed input, int parts) {
    List<SortOrder> order = order(window, pieces, parts);
    RangedRows ranged = sorts.ranged(input, order, pieces.summaryColumns(), parts);
    PhysicalPlan rows = ranged.first();
    boolean isJoined = pieces.joinsCarried();
    if (pieces.carries().isEmpty()) {
      rows = arrived(window, pieces, ranged, rows, rows);
    } else {
      PhysicalPlan summary = summaries.of(window, pieces, ranged);
      PhysicalPlan carried = shares.broadcast(new Placed(summary, Place.SINGLE)).plan();
      PhysicalPlan seen = isJoined ? SharedExchanges.again(carried) : carried;
      rows = arrived(window, pieces, ranged, rows, seen);
      rows = isJoined ? joined(window, pieces, rows, carried) : rows;
    }
    rows = computed(window, pieces, rows);
    List<PhysicalExpr> columns = new ArrayList<>();
    for (int i = 0; i < window.input().output().size(); i++) {
      columns.add(Computed.column(i, rows.output()));
    }
    columns.addAll(pieces.results());
    PhysicalPlan result =
        new PhysicalPlan.Project(rows, columns, window.output(), window.estimate());
    boolean isSorted = // a join that spills does not keep an order
        (!isJoined && !pieces.calls(WindowPieces.Piece.BORDER).isEmpty())
            || !pieces.calls(WindowPieces.Piece.ROW).isEmpty()
            || !pieces.calls(WindowPieces.Piece.PEER).isEmpty();
    return new Placed(
        result, isSorted ? new Place.Ordered(parts, order) : new Place.Divided(parts));
  }

  /**
   * Returns what ranges are of: partitions and order. Where no call asks for peers and the order
   * has few values, further columns spread rows of equal order over several parts.
   */
  private static List<SortOrder> order(PhysicalPlan.Window window, WindowPieces pieces, int parts) {
    List<SortOrder> order = new ArrayList<>();
    for (int key : window.partitionKeys()) {
      order.add(new SortOrder(key, SortDirection.ASCENDING, NullPlacement.FIRST));
    }
    List<Integer> keys = window.order().stream().map(SortOrder::column).toList();
    boolean areFew =
        window.input().estimate().rows() > 0
            && KeyCounts.of(window.input(), keys) <= (double) MIN_ORDERS_PER_PART * parts;
    if (!areFew || !pieces.calls(WindowPieces.Piece.PEER).isEmpty()) {
      order.addAll(window.order());
      return order;
    }
    order.addAll(pieces.rowOrder());
    List<Integer> spreading = spreading(window, order);
    pieces.spreadBy(spreading);
    for (int column : spreading) {
      order.add(new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST));
    }
    return order;
  }

  /** Returns those of the other columns that have the most values, texts last. */
  private static List<Integer> spreading(PhysicalPlan.Window window, List<SortOrder> order) {
    Schema input = window.input().output();
    return IntStream.range(0, input.size())
        .filter(column -> order.stream().noneMatch(key -> key.column() == column))
        .filter(column -> !input.field(column).type().isNested())
        .boxed()
        .sorted(
            Comparator.<Integer, Boolean>comparing(column -> !isNarrow(input.field(column).type()))
                .thenComparingDouble(column -> -KeyCounts.of(window.input(), List.of(column))))
        .limit(MAX_SPREADING_COLUMNS)
        .toList();
  }

  private static boolean isNarrow(DataType type) {
    return type.isNumeric() || type instanceof DataType.Date || type instanceof DataType.Timestamp;
  }

  /** Returns the rows of each part where it is, with what it computes beside rows of others. */
  private static PhysicalPlan arrived(
      PhysicalPlan.Window window,
      WindowPieces pieces,
      RangedRows ranged,
      PhysicalPlan rows,
      PhysicalPlan carried) {
    List<WindowCall> calls = pieces.calls(WindowPieces.Piece.BORDER);
    Distribution.Range ranges = new Distribution.Range(ranged.parts(), false);
    int part = rows.output().size() - 1;
    List<Integer> columns = new ArrayList<>(IntStream.rangeClosed(0, part).boxed().toList());
    if (pieces.before() + pieces.after() == 0) {
      columns.add(part);
      PhysicalPlan sent = Placed.exchange(ReadAgain.pick(rows, columns), ranges);
      return calls.isEmpty()
          ? sent
          : window(
              sent, window, pieces.rowOrder(), calls, pieces.fields(WindowPieces.Piece.BORDER));
    }
    columns.add(part + 1); // whether the row is the part's own
    columns.add(part);
    List<PhysicalPlan> inputs = new ArrayList<>();
    for (PhysicalPlan each : new BorderRows(window, pieces, ranged, carried).with(rows)) {
      inputs.add(Placed.exchange(ReadAgain.pick(each, columns), ranges));
    }
    PhysicalPlan sent =
        new PhysicalPlan.UnionAll(inputs, inputs.getFirst().output(), inputs.getFirst().estimate());
    PhysicalPlan seen =
        window(sent, window, pieces.rowOrder(), calls, pieces.fields(WindowPieces.Piece.BORDER));
    PhysicalPlan own =
        new PhysicalPlan.Filter(
            seen, Computed.column(part + 1, seen.output()), Placed.estimate(rows, seen.output()));
    List<Integer> kept = new ArrayList<>(IntStream.range(0, own.output().size()).boxed().toList());
    kept.remove(part + 1);
    return ReadAgain.pick(own, kept);
  }

  /** Appends what each part must know of the others. */
  private static PhysicalPlan joined(
      PhysicalPlan.Window window, WindowPieces pieces, PhysicalPlan rows, PhysicalPlan carried) {
    int part = window.input().output().size();
    List<Integer> leftKeys = new ArrayList<>(List.of(part));
    leftKeys.addAll(window.partitionKeys());
    int keys = leftKeys.size();
    List<Boolean> nullSafe = new ArrayList<>(Collections.nCopies(keys, true));
    nullSafe.set(0, false);
    List<Field> fields = new ArrayList<>(rows.output().fields());
    for (Field field : carried.output().fields()) {
      fields.add(new Field(field.name(), field.type(), true));
    }
    Schema both = new Schema(fields);
    PhysicalPlan join =
        new PhysicalPlan.HashJoin(
            rows,
            carried,
            pieces.hasPartitionsInOnePart() ? JoinKind.INNER : JoinKind.LEFT,
            leftKeys,
            IntStream.range(0, keys).boxed().toList(),
            nullSafe,
            Optional.empty(),
            both,
            Estimates.of(rows.estimate().rows(), both));
    List<Integer> kept = new ArrayList<>(IntStream.range(0, rows.output().size()).boxed().toList());
    int from = both.size() - pieces.carries().size();
    IntStream.range(from, both.size()).forEach(kept::add);
    return ReadAgain.pick(join, kept);
  }

  /** Appends the results of the calls over a part's rows. */
  private static PhysicalPlan computed(
      PhysicalPlan.Window window, WindowPieces pieces, PhysicalPlan rows) {
    List<WindowCall> ofRows = pieces.calls(WindowPieces.Piece.ROW);
    List<WindowCall> ofPeers = pieces.calls(WindowPieces.Piece.PEER);
    List<Field> rowFields = pieces.fields(WindowPieces.Piece.ROW);
    List<Field> peerFields = pieces.fields(WindowPieces.Piece.PEER);
    boolean isOneOrder = pieces.rowOrder().equals(window.order());
    if (ofRows.isEmpty() && ofPeers.isEmpty()) {
      return rows;
    }
    if (isOneOrder) {
      List<WindowCall> calls = new ArrayList<>(ofRows);
      calls.addAll(ofPeers);
      rowFields.addAll(peerFields);
      return window(rows, window, window.order(), calls, rowFields);
    }
    PhysicalPlan result = rows;
    if (!ofRows.isEmpty()) {
      result = window(result, window, pieces.rowOrder(), ofRows, rowFields);
    }
    return ofPeers.isEmpty() ? result : window(result, window, window.order(), ofPeers, peerFields);
  }

  /** Returns a window over the rows of each part. */
  private static PhysicalPlan window(
      PhysicalPlan rows,
      PhysicalPlan.Window window,
      List<SortOrder> order,
      List<WindowCall> calls,
      List<Field> results) {
    List<Integer> keys = new ArrayList<>(List.of(window.input().output().size()));
    keys.addAll(window.partitionKeys());
    List<Field> fields = new ArrayList<>(rows.output().fields());
    fields.addAll(results);
    Schema output = new Schema(fields);
    return new PhysicalPlan.Window(
        rows, keys, order, calls, output, Estimates.of(rows.estimate().rows(), output));
  }
}
