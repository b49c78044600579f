package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The calls of a window, taken apart for rows that are divided by ranges of the window's order:
 * what a part computes of its own rows, what it must know of the rows of other parts, and how both
 * make the result. One object serves one window. Not thread-safe.
 *
 * <p>Columns of a part's rows, in this order: those of the window's input, the number of the part,
 * the results of calls that see rows of other parts, what is carried, and the results of calls over
 * rows and over peers.
 */
final class WindowPieces {
  /** Rows of other parts that a part may see at most, so that few are sent twice. */
  static final int MAX_BORDER_ROWS = PhysicalPlan.GroupLimit.MAX_ROWS;

  /** Where a column of a part's rows is. */
  enum Piece {
    /** Computed with the rows of other parts beside the part's own. */
    BORDER,
    /** Made of the other parts' summaries. */
    CARRY,
    /** Computed of the part's rows; equal rows are told apart. */
    ROW,
    /** Computed of the part's rows; equal rows are peers. */
    PEER
  }

  /** Which parts a carried value is of. */
  enum Span {
    /** Those before. */
    BEFORE,
    /** Those after. */
    AFTER,
    /** All. */
    ALL
  }

  /** What a frame covers, as far as it matters here. */
  private enum Frame {
    WHOLE,
    RUNNING,
    REVERSE,
    PEERS,
    BOUNDED
  }

  /**
   * A value of each part.
   *
   * @param notNull column that must not be null for a row to count
   */
  record State(AggregateCall call, OptionalInt notNull) {}

  /**
   * A value of other parts.
   *
   * @param state which of each part's values; -1 is the number of different orders
   * @param call over that value
   */
  record Carry(int state, Span span, WindowCall call) {}

  private final PhysicalPlan.Window window;
  private final Schema input;
  private final List<State> states = new ArrayList<>();
  private final List<Carry> carries = new ArrayList<>();
  private final List<WindowCall> borders = new ArrayList<>();
  private final List<WindowCall> rows = new ArrayList<>();
  private final List<WindowCall> peers = new ArrayList<>();
  private final List<Supplier<PhysicalExpr>> results = new ArrayList<>();
  private final SortedSet<Integer> ties = new TreeSet<>();
  private final SortedSet<Integer> borderColumns = new TreeSet<>();
  private final SortedSet<Integer> spread = new TreeSet<>();
  private Optional<String> obstacle = Optional.empty();
  private long before;
  private long after;
  private boolean countsOrders;

  private WindowPieces(PhysicalPlan.Window window) {
    this.window = window;
    this.input = window.input().output();
  }

  /** Takes the calls of a window apart. */
  static WindowPieces of(PhysicalPlan.Window window) {
    WindowPieces pieces = new WindowPieces(window);
    if (window.order().isEmpty()) {
      pieces.obstacle = Optional.of("without an order");
    }
    for (WindowCall call : window.calls()) {
      if (pieces.obstacle.isEmpty()) {
        pieces.add(call);
      }
    }
    return pieces;
  }

  /** Returns why the rows must be in one part, if they must. */
  Optional<String> obstacle() {
    return obstacle;
  }

  List<State> states() {
    return states;
  }

  List<Carry> carries() {
    return carries;
  }

  List<WindowCall> calls(Piece piece) {
    return switch (piece) {
      case BORDER -> borders;
      case ROW -> rows;
      case PEER -> peers;
      case CARRY -> throw new IllegalStateException("Carried values are no calls");
    };
  }

  /** Returns whether the number of different orders of each part is wanted. */
  boolean countsOrders() {
    return countsOrders;
  }

  /** Returns how many rows before a part it sees. */
  long before() {
    return before;
  }

  /** Returns how many rows after a part it sees. */
  long after() {
    return after;
  }

  /** Returns the columns of the input that rows of other parts have. */
  SortedSet<Integer> borderColumns() {
    return borderColumns;
  }

  /** Returns the window's order, in which columns that calls read tell equal rows apart. */
  List<SortOrder> rowOrder() {
    List<SortOrder> order = new ArrayList<>(window.order());
    for (int column : ties) {
      order.add(new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST));
    }
    return order;
  }

  /** Returns the columns of the input that summaries and border rows are made of. */
  List<Integer> summaryColumns() {
    SortedSet<Integer> columns = new TreeSet<>(window.partitionKeys());
    rowOrder().forEach(key -> columns.add(key.column()));
    columns.addAll(borderColumns);
    columns.addAll(spread);
    for (State state : states) {
      columns.addAll(state.call().arguments());
    }
    return List.copyOf(columns);
  }

  /** Adds columns that only decide in which part rows of equal order are. */
  void spreadBy(List<Integer> columns) {
    spread.addAll(columns);
  }

  /** Returns the results of the window's calls over the columns of a part's rows. */
  List<PhysicalExpr> results() {
    return results.stream().map(Supplier::get).toList();
  }

  /** Returns the columns of a piece as they are named and typed. */
  List<Field> fields(Piece piece) {
    List<Field> fields = new ArrayList<>();
    int count = piece == Piece.CARRY ? carries.size() : calls(piece).size();
    for (int i = 0; i < count; i++) {
      DataType type =
          piece == Piece.CARRY ? carries.get(i).call().type() : calls(piece).get(i).type();
      fields.add(new Field("$" + piece.name().toLowerCase(Locale.ROOT) + i, type, true));
    }
    return fields;
  }

  private PhysicalExpr column(Piece piece, int number) {
    int at = input.size() + 1 + number;
    for (Piece before : Piece.values()) {
      if (before == piece) {
        break;
      }
      at += before == Piece.CARRY ? carries.size() : calls(before).size();
    }
    return new PhysicalExpr.ColumnRef(at, fields(piece).get(number).type(), true);
  }

  private int state(AggregateCall call, OptionalInt notNull) {
    State state = new State(call, notNull);
    int known = states.indexOf(state);
    if (known < 0) {
      states.add(state);
    }
    return known < 0 ? states.size() - 1 : known;
  }

  private int carry(int state, Span span, WindowCall call) {
    Carry carry = new Carry(state, span, call);
    int known = carries.indexOf(carry);
    if (known < 0) {
      carries.add(carry);
    }
    return known < 0 ? carries.size() - 1 : known;
  }

  private PhysicalExpr carried(int number) {
    return column(Piece.CARRY, number);
  }

  private int local(FrameUnit unit, WindowCall call) {
    List<WindowCall> calls = calls(pieceOf(unit));
    int known = calls.indexOf(call);
    if (known < 0) {
      calls.add(call);
    }
    return known < 0 ? calls.size() - 1 : known;
  }

  private static Piece pieceOf(FrameUnit unit) {
    return unit == FrameUnit.ROWS ? Piece.ROW : Piece.PEER;
  }

  private static WindowBounds bounds(Span span) {
    PhysicalExpr.Literal one = Computed.whole(1);
    WindowBounds.Bound unbounded = new WindowBounds.Unbounded();
    return switch (span) {
      case BEFORE -> new WindowBounds(FrameUnit.ROWS, unbounded, new WindowBounds.Preceding(one));
      case AFTER -> new WindowBounds(FrameUnit.ROWS, new WindowBounds.Following(one), unbounded);
      case ALL -> new WindowBounds(FrameUnit.ROWS, unbounded, unbounded);
    };
  }

  /** Returns the number of the rows of other parts: what a part's own count begins at. */
  int rowsOf(Span span) {
    return sum(state(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64)), span);
  }

  /** Returns which state is the number of a part's rows. */
  int rowsOfPart() {
    return state(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64));
  }

  private int state(AggregateCall call) {
    return state(call, OptionalInt.empty());
  }

  private int sum(int state, Span span) {
    return merge(AggregateFunction.SUM, DataType.INT64, state, span);
  }

  private int merge(AggregateFunction function, DataType type, int state, Span span) {
    // the argument's column is known once all values are
    AggregateCall call = AggregateCall.of(function, type, 0);
    return carry(state, span, aggregate(call, bounds(span)));
  }

  private static WindowCall aggregate(AggregateCall call, WindowBounds frame) {
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame,
        NullTreatment.RESPECT,
        call.type());
  }

  private PhysicalExpr orZero(int carry) {
    return Computed.coalesce(carried(carry), Computed.whole(0));
  }

  private void add(WindowCall call) {
    if (call.aggregate().isPresent()) {
      aggregate(call, call.aggregate().get());
      return;
    }
    WindowFunction function = call.function().orElseThrow();
    switch (function) {
      case ROW_NUMBER -> number(FrameUnit.ROWS, call);
      case RANK -> number(FrameUnit.RANGE, call);
      case DENSE_RANK -> {
        countsOrders = true;
        int own = local(FrameUnit.RANGE, call);
        int others = sum(-1, Span.BEFORE);
        results.add(() -> Computed.plus(never(Piece.PEER, own), orZero(others)));
      }
      case PERCENT_RANK -> percentRank(call);
      case CUME_DIST -> cumulative();
      case NTILE -> buckets(call);
      case LAG, LEAD -> shift(function, call);
      case FIRST_VALUE, LAST_VALUE -> pick(function, call);
      case NTH_VALUE -> {
        if (frame(call.frame()).filter(frame -> frame == Frame.BOUNDED).isPresent()) {
          border(call);
        } else {
          stop("nth_value");
        }
      }
    }
  }

  private void stop(String reason) {
    obstacle = Optional.of(reason);
  }

  /** Returns a column of which it is known that it is never null. */
  private PhysicalExpr never(Piece piece, int number) {
    return Computed.coalesce(column(piece, number), Computed.whole(0));
  }

  private void number(FrameUnit unit, WindowCall call) {
    int own = local(unit, call);
    int others = rowsOf(Span.BEFORE);
    results.add(() -> Computed.plus(never(pieceOf(unit), own), orZero(others)));
  }

  private void percentRank(WindowCall call) {
    WindowCall rank =
        new WindowCall(
            Optional.of(WindowFunction.RANK),
            Optional.empty(),
            List.of(),
            List.of(),
            call.frame(),
            NullTreatment.RESPECT,
            DataType.INT64);
    int own = local(FrameUnit.RANGE, rank);
    int others = rowsOf(Span.BEFORE);
    int all = rowsOf(Span.ALL);
    results.add(
        () -> {
          PhysicalExpr before =
              Computed.minus(
                  Computed.plus(never(Piece.PEER, own), orZero(others)), Computed.whole(1));
          PhysicalExpr rest = Computed.minus(orZero(all), Computed.whole(1));
          return Computed.choose(
              Computed.test(ScalarFunction.LT_EQ, rest, Computed.whole(0)),
              PhysicalExpr.Literal.of(new ScanValue.Floating(0), DataType.FLOAT64),
              ratio(before, rest));
        });
  }

  private static PhysicalExpr ratio(PhysicalExpr one, PhysicalExpr other) {
    return Computed.call(
        ScalarFunction.DIVIDE, DataType.FLOAT64, Computed.toDouble(one), Computed.toDouble(other));
  }

  private void cumulative() {
    WindowCall count =
        aggregate(
            AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64),
            new WindowBounds(
                FrameUnit.RANGE, new WindowBounds.Unbounded(), new WindowBounds.CurrentRow()));
    int own = local(FrameUnit.RANGE, count);
    int others = rowsOf(Span.BEFORE);
    int all = rowsOf(Span.ALL);
    results.add(() -> ratio(Computed.plus(never(Piece.PEER, own), orZero(others)), orZero(all)));
  }

  private void buckets(WindowCall call) {
    Optional<BigInteger> wanted =
        call.arguments().isEmpty() ? whole(call.constants().getFirst()) : Optional.empty();
    if (wanted.isEmpty() || wanted.get().signum() <= 0 || wanted.get().bitLength() > 62) {
      stop("ntile of a varying number");
      return;
    }
    WindowCall position =
        new WindowCall(
            Optional.of(WindowFunction.ROW_NUMBER),
            Optional.empty(),
            List.of(),
            List.of(),
            call.frame(),
            NullTreatment.RESPECT,
            DataType.INT64);
    int own = local(FrameUnit.ROWS, position);
    int others = rowsOf(Span.BEFORE);
    int all = rowsOf(Span.ALL);
    PhysicalExpr count = Computed.whole(wanted.get().longValueExact());
    results.add(
        () -> {
          PhysicalExpr at =
              Computed.minus(
                  Computed.plus(never(Piece.ROW, own), orZero(others)), Computed.whole(1));
          PhysicalExpr size = whole(ScalarFunction.DIVIDE, orZero(all), count);
          PhysicalExpr larger = whole(ScalarFunction.MODULO, orZero(all), count);
          PhysicalExpr next = Computed.plus(size, Computed.whole(1));
          PhysicalExpr inLarger = whole(ScalarFunction.MULTIPLY, larger, next);
          PhysicalExpr ofLarger = Computed.plus(whole(ScalarFunction.DIVIDE, at, next), one());
          PhysicalExpr ofOthers =
              Computed.plus(
                  Computed.plus(
                      whole(ScalarFunction.DIVIDE, Computed.minus(at, inLarger), size), larger),
                  one());
          return Computed.choose(
              Computed.test(ScalarFunction.LT, at, inLarger), ofLarger, ofOthers);
        });
  }

  private static PhysicalExpr one() {
    return Computed.whole(1);
  }

  private static PhysicalExpr whole(ScalarFunction function, PhysicalExpr a, PhysicalExpr b) {
    return Computed.call(function, DataType.INT64, a, b);
  }

  private static Optional<BigInteger> whole(PhysicalExpr.Literal literal) {
    return literal.value().orElse(null) instanceof ScanValue.Whole(BigInteger whole)
        ? Optional.of(whole)
        : Optional.empty();
  }

  private void shift(WindowFunction function, WindowCall call) {
    if (call.nulls() == NullTreatment.IGNORE) {
      stop(call.function().orElseThrow().displayName() + " that ignores nulls");
      return;
    }
    Optional<BigInteger> offset =
        call.constants().isEmpty()
            ? Optional.of(BigInteger.ONE)
            : whole(call.constants().getFirst());
    if (offset.isEmpty() || offset.get().bitLength() > 31) {
      stop(function.displayName() + " by an unknown distance");
      return;
    }
    long rowsAhead = offset.get().longValueExact() * (function == WindowFunction.LEAD ? 1 : -1);
    border(call, Math.max(0, -rowsAhead), Math.max(0, rowsAhead));
  }

  /** Adds a call over a frame of rows near the current one. */
  private void border(WindowCall call) {
    long start = distance(call.frame().start());
    long end = distance(call.frame().end());
    border(call, Math.max(0, -start), Math.max(0, end));
  }

  private void border(WindowCall call, long rowsBefore, long rowsAfter) {
    if (rowsBefore + rowsAfter > MAX_BORDER_ROWS) {
      stop("rows more than " + MAX_BORDER_ROWS + " away");
      return;
    }
    List<Integer> arguments = new ArrayList<>(call.arguments());
    call.aggregate().ifPresent(aggregate -> arguments.addAll(aggregate.arguments()));
    call.aggregate().ifPresent(aggregate -> aggregate.filter().ifPresent(arguments::add));
    borderColumns.addAll(arguments);
    if (!tellApart(arguments)) {
      return;
    }
    before = Math.max(before, rowsBefore);
    after = Math.max(after, rowsAfter);
    if (rowsBefore + rowsAfter > 0) {
      rowsOf(Span.BEFORE);
    }
    int at = borders.size();
    borders.add(call);
    results.add(() -> column(Piece.BORDER, at));
  }

  /** Makes equal rows differ by what a call reads, so that each part sees them in one sequence. */
  private boolean tellApart(List<Integer> arguments) {
    for (int column : arguments) {
      boolean isKey =
          window.partitionKeys().contains(column)
              || window.order().stream().anyMatch(key -> key.column() == column);
      if (!isKey && input.field(column).type().isNested()) {
        stop("rows at the borders of parts that differ in a nested column");
        return false;
      }
      if (!isKey) {
        ties.add(column);
      }
    }
    return true;
  }

  /** Returns how many rows after the current one a bound of a frame of rows is. */
  private static long distance(WindowBounds.Bound bound) {
    return switch (bound) {
      case WindowBounds.Unbounded _ -> throw new IllegalStateException("No distance");
      case WindowBounds.CurrentRow _ -> 0;
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) -> -whole(offset, 1L << 40);
      case WindowBounds.Following(PhysicalExpr.Literal offset) -> whole(offset, 1L << 40);
    };
  }

  private static long whole(PhysicalExpr.Literal literal, long most) {
    return whole(literal)
        .map(value -> value.min(BigInteger.valueOf(most)).longValueExact())
        .orElse(most);
  }

  /** Returns what a frame covers; nothing if it cannot be seen from one part. */
  private static Optional<Frame> frame(WindowBounds frame) {
    boolean fromFirst = frame.start() instanceof WindowBounds.Unbounded;
    boolean toLast = frame.end() instanceof WindowBounds.Unbounded;
    boolean fromHere = frame.start() instanceof WindowBounds.CurrentRow;
    boolean toHere = frame.end() instanceof WindowBounds.CurrentRow;
    if (frame.exclusion() != WindowBounds.Exclusion.NOTHING) {
      return Optional.empty();
    }
    if (fromFirst && toLast) {
      return Optional.of(Frame.WHOLE);
    }
    if (frame.unit() == FrameUnit.GROUPS) {
      return Optional.empty();
    }
    if (fromFirst && toHere) {
      return Optional.of(Frame.RUNNING);
    }
    if (fromHere && toLast) {
      return Optional.of(Frame.REVERSE);
    }
    if (fromHere && toHere && frame.unit() == FrameUnit.RANGE) {
      return Optional.of(Frame.PEERS);
    }
    return frame.unit() == FrameUnit.ROWS && !fromFirst && !toLast
        ? Optional.of(Frame.BOUNDED)
        : Optional.empty();
  }

  private static String reason(WindowBounds frame) {
    if (frame.exclusion() != WindowBounds.Exclusion.NOTHING) {
      return "a frame that excludes rows";
    }
    return switch (frame.unit()) {
      case GROUPS -> "a frame of groups";
      case RANGE -> "a RANGE frame of values";
      case ROWS -> "a frame from one end of the rows to a distance";
    };
  }

  private static Span others(Frame frame) {
    return switch (frame) {
      case WHOLE -> Span.ALL;
      case RUNNING -> Span.BEFORE;
      case REVERSE -> Span.AFTER;
      case PEERS, BOUNDED -> throw new IllegalStateException("No other parts");
    };
  }

  private void aggregate(WindowCall call, AggregateCall aggregate) {
    Optional<Frame> frame = frame(call.frame());
    if (frame.isEmpty()) {
      stop(reason(call.frame()));
      return;
    }
    if (frame.get() == Frame.BOUNDED) {
      border(call);
      return;
    }
    if (frame.get() == Frame.PEERS) {
      int own = local(FrameUnit.RANGE, call);
      results.add(() -> column(Piece.PEER, own));
      return;
    }
    boolean isDistinct = aggregate.distinct() && aggregate.function().dependsOnRepetition();
    if (isDistinct || aggregate.filter().isPresent() || aggregate.arguments().size() > 1) {
      stop(aggregate.function().displayName() + (isDistinct ? " of distinct values" : ""));
      return;
    }
    switch (aggregate.function()) {
      case COUNT_ALL, COUNT ->
          merged(call, aggregate, AggregateFunction.SUM, ScalarFunction.ADD, frame.get());
      case SUM -> merged(call, aggregate, AggregateFunction.SUM, ScalarFunction.ADD, frame.get());
      case MIN -> merged(call, aggregate, AggregateFunction.MIN, ScalarFunction.LEAST, frame.get());
      case MAX ->
          merged(call, aggregate, AggregateFunction.MAX, ScalarFunction.GREATEST, frame.get());
      case BOOL_AND ->
          merged(call, aggregate, AggregateFunction.BOOL_AND, ScalarFunction.AND, frame.get());
      case BOOL_OR ->
          merged(call, aggregate, AggregateFunction.BOOL_OR, ScalarFunction.OR, frame.get());
      case AVG -> mean(call, aggregate, frame.get());
      default -> stop(aggregate.function().displayName() + " over a growing frame");
    }
  }

  private void merged(
      WindowCall call,
      AggregateCall aggregate,
      AggregateFunction ofParts,
      ScalarFunction ofTwo,
      Frame frame) {
    Supplier<PhysicalExpr> value = merging(call, aggregate, ofParts, ofTwo, frame);
    boolean isCount = aggregate.function().family() == AggregateFunction.COUNT.family();
    results.add(isCount ? () -> Computed.coalesce(value.get(), Computed.whole(0)) : value);
  }

  private Supplier<PhysicalExpr> merging(
      WindowCall call,
      AggregateCall aggregate,
      AggregateFunction ofParts,
      ScalarFunction ofTwo,
      Frame frame) {
    AggregateCall plain =
        AggregateCall.of(
            aggregate.function(), aggregate.type(), aggregate.arguments().toArray(new Integer[0]));
    int others = merge(ofParts, aggregate.type(), state(plain), others(frame));
    if (frame == Frame.WHOLE) {
      return () -> carried(others);
    }
    FrameUnit unit = call.frame().unit();
    int own = local(unit, aggregate(plain, call.frame()));
    return () -> Computed.merged(ofTwo, column(pieceOf(unit), own), carried(others));
  }

  private void mean(WindowCall call, AggregateCall aggregate, Frame frame) {
    int argument = aggregate.arguments().getFirst();
    DataType type = AggregateStates.averageSumType(input.field(argument).type());
    Supplier<PhysicalExpr> sum =
        merging(
            call,
            AggregateCall.of(AggregateFunction.SUM, type, argument),
            AggregateFunction.SUM,
            ScalarFunction.ADD,
            frame);
    Supplier<PhysicalExpr> count =
        merging(
            call,
            AggregateCall.of(AggregateFunction.COUNT, DataType.INT64, argument),
            AggregateFunction.SUM,
            ScalarFunction.ADD,
            frame);
    results.add(
        () -> {
          PhysicalExpr values = Computed.coalesce(count.get(), Computed.whole(0));
          return Computed.choose(
              Computed.test(ScalarFunction.GT, values, Computed.whole(0)),
              ratio(sum.get(), values),
              PhysicalExpr.Literal.nullOf(DataType.FLOAT64));
        });
  }

  private void pick(WindowFunction function, WindowCall call) {
    boolean isFirst = function == WindowFunction.FIRST_VALUE;
    WindowBounds frame = call.frame();
    boolean seesHere = !(isFirst ? startsAfter(frame.end()) : startsAfter(frame.start()));
    Optional<Frame> covered = frame(frame);
    if (covered.isEmpty()) {
      stop(reason(frame));
      return;
    }
    if (covered.get() == Frame.BOUNDED) {
      border(call);
      return;
    }
    boolean isHere =
        covered.get() == Frame.PEERS
            || (call.nulls() == NullTreatment.RESPECT
                && covered.get() == (isFirst ? Frame.REVERSE : Frame.RUNNING));
    if (isHere && seesHere) {
      int own = local(frame.unit(), call);
      results.add(() -> column(pieceOf(frame.unit()), own));
      return;
    }
    int argument = call.arguments().getFirst();
    if (!input.field(argument).type().isNested() && !tellApart(List.of(argument))) {
      return;
    }
    boolean isWhole = covered.get() == Frame.WHOLE || call.nulls() == NullTreatment.RESPECT;
    AggregateCall end =
        new AggregateCall(
            isFirst ? AggregateFunction.FIRST : AggregateFunction.LAST,
            List.of(argument),
            List.of(),
            false,
            OptionalInt.empty(),
            List.of(), // the order of rows, once it is known
            call.type());
    boolean skipsNulls = call.nulls() == NullTreatment.IGNORE;
    int state = state(end, skipsNulls ? OptionalInt.of(argument) : OptionalInt.empty());
    Span span = isWhole ? Span.ALL : others(covered.get());
    WindowCall carry =
        new WindowCall(
            Optional.of(function),
            Optional.empty(),
            List.of(0),
            List.of(),
            bounds(span),
            call.nulls(),
            call.type());
    int others = carry(state, span, carry);
    if (isWhole) {
      results.add(() -> carried(others));
      return;
    }
    int own = local(frame.unit(), call);
    boolean othersFirst = isFirst == (span == Span.BEFORE);
    results.add(
        () -> {
          PhysicalExpr here = column(pieceOf(frame.unit()), own);
          return othersFirst
              ? Computed.coalesce(carried(others), here)
              : Computed.coalesce(here, carried(others));
        });
  }

  private static boolean startsAfter(WindowBounds.Bound bound) {
    return bound instanceof WindowBounds.Following;
  }
}
