package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
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
  static final int MAX_BORDER_ROWS = 64;

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
  private boolean joinsCarried = true;

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
    RankPieces ranks = new RankPieces(pieces);
    FramePieces frames = new FramePieces(pieces, window);
    for (WindowCall call : window.calls()) {
      if (pieces.obstacle.isEmpty() && !ranks.add(call)) {
        frames.add(call);
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

  /**
   * Returns whether a result reads what is carried; else those columns are not among a part's, once
   * this has been asked.
   */
  boolean joinsCarried() {
    int from = input.size() + 1 + borders.size();
    int to = from + carries.size();
    joinsCarried =
        joinsCarried
            && results().stream()
                .anyMatch(result -> !Expressions.columns(result).subSet(from, to).isEmpty());
    return joinsCarried;
  }

  /**
   * Returns whether what is carried has rows of partitions that are in one part only: values of all
   * parts are wanted, or there is one partition.
   */
  boolean hasPartitionsInOnePart() {
    return window.partitionKeys().isEmpty()
        || carries.stream().anyMatch(carry -> carry.span() == Span.ALL);
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

  /** Returns a column of a part's rows. */
  PhysicalExpr column(Piece piece, int number) {
    int at = input.size() + 1 + number;
    for (Piece before : Piece.values()) {
      if (before == piece) {
        break;
      }
      at += before == Piece.CARRY ? (joinsCarried ? carries.size() : 0) : calls(before).size();
    }
    return new PhysicalExpr.ColumnRef(at, fields(piece).get(number).type(), true);
  }

  /** Adds a value of each part; returns its number. */
  int state(AggregateCall call, OptionalInt notNull) {
    State state = new State(call, notNull);
    int known = states.indexOf(state);
    if (known < 0) {
      states.add(state);
    }
    return known < 0 ? states.size() - 1 : known;
  }

  /** Adds a value of other parts; returns its number. */
  int carry(int state, Span span, WindowCall call) {
    Carry carry = new Carry(state, span, call);
    int known = carries.indexOf(carry);
    if (known < 0) {
      carries.add(carry);
    }
    return known < 0 ? carries.size() - 1 : known;
  }

  /** Returns a value of other parts. */
  PhysicalExpr carried(int number) {
    return column(Piece.CARRY, number);
  }

  /** Adds a call over a part's rows; returns its number among those of rows or of peers. */
  int local(FrameUnit unit, WindowCall call) {
    List<WindowCall> calls = calls(pieceOf(unit));
    int known = calls.indexOf(call);
    if (known < 0) {
      calls.add(call);
    }
    return known < 0 ? calls.size() - 1 : known;
  }

  /** Returns where calls over frames of a unit are. */
  static Piece pieceOf(FrameUnit unit) {
    return unit == FrameUnit.ROWS ? Piece.ROW : Piece.PEER;
  }

  /** Returns the frame, over parts, of other parts. */
  static WindowBounds bounds(Span span) {
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

  int state(AggregateCall call) {
    return state(call, OptionalInt.empty());
  }

  int sum(int state, Span span) {
    return merge(AggregateFunction.SUM, DataType.INT64, state, span);
  }

  /** Adds an aggregate over a value of other parts; returns its number. */
  int merge(AggregateFunction function, DataType type, int state, Span span) {
    // the argument's column is known once all values are
    AggregateCall call = AggregateCall.of(function, type, 0);
    return carry(state, span, aggregate(call, bounds(span)));
  }

  /** Returns an aggregate over a frame. */
  static WindowCall aggregate(AggregateCall call, WindowBounds frame) {
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame,
        NullTreatment.RESPECT,
        call.type());
  }

  /** Returns a number of other parts, which is 0 if there are none. */
  PhysicalExpr orZero(int carry) {
    return Computed.coalesce(carried(carry), Computed.whole(0));
  }

  /** Adds a value of a call of the window. */
  void result(Supplier<PhysicalExpr> value) {
    results.add(value);
  }

  /** Adds a call that sees rows of other parts. */
  void border(WindowCall call, List<Integer> read, long rowsBefore, long rowsAfter) {
    borderColumns.addAll(read);
    before = Math.max(before, rowsBefore);
    after = Math.max(after, rowsAfter);
    if (rowsBefore + rowsAfter > 0) {
      rowsOf(Span.BEFORE);
    }
    int at = borders.size();
    borders.add(call);
    result(() -> column(Piece.BORDER, at));
  }

  /** Makes equal rows differ by what a call reads, so that each part sees them in one sequence. */
  boolean tellApart(List<Integer> read) {
    for (int column : read) {
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

  /** Counts the different orders of each part; returns what the parts before have. */
  int ordersBefore() {
    countsOrders = true;
    return sum(-1, Span.BEFORE);
  }

  /** States that the rows must be in one part. */
  void stop(String reason) {
    obstacle = Optional.of(reason);
  }
}
