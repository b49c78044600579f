package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sends rows at the borders of a window's parts to the parts that look at them: the last rows of
 * each part to those that follow, the first ones to those before. A row goes to a part if fewer
 * rows than are looked at are between both, so that parts with few rows get those of several.
 * Serves one window. Not thread-safe.
 */
final class BorderRows {
  private final PhysicalPlan.Window window;
  private final WindowPieces pieces;
  private final RangedRows ranged;
  private PhysicalPlan carried; // where it is used next
  private final List<Integer> columns;
  private final int keys; // of a part and a partition in it

  /**
   * Makes the rows of a window.
   *
   * @param carried what the parts know of each other: a share, if it is in no other place
   */
  BorderRows(
      PhysicalPlan.Window window, WindowPieces pieces, RangedRows ranged, PhysicalPlan carried) {
    this.window = window;
    this.pieces = pieces;
    this.ranged = ranged;
    this.carried = carried;
    this.columns = pieces.summaryColumns();
    this.keys = 1 + window.partitionKeys().size();
  }

  /**
   * Returns rows, and apart from them those of other parts that each part looks at, with whether a
   * row is the part's own.
   *
   * @param rows the columns of the window's input, and the part
   */
  List<PhysicalPlan> with(PhysicalPlan rows) {
    List<PhysicalPlan> inputs = new ArrayList<>();
    List<PhysicalExpr> own = new ArrayList<>();
    for (int i = 0; i < rows.output().size(); i++) {
      own.add(Computed.column(i, rows.output()));
    }
    own.add(Computed.TRUE);
    List<Field> fields = new ArrayList<>();
    for (Field field : rows.output().fields()) {
      fields.add(new Field(field.name(), field.type(), true));
    }
    fields.add(new Field("$own", DataType.BOOL, false));
    Schema output = new Schema(fields);
    inputs.add(new PhysicalPlan.Project(rows, own, output, Placed.estimate(rows, output)));
    if (pieces.before() > 0) {
      inputs.add(sent(lasts(), output));
    }
    if (pieces.after() > 0) {
      inputs.add(sent(firsts(), output));
    }
    return inputs;
  }

  /** Returns pairs of a part's last row and a part that sees it. */
  private PhysicalPlan lasts() {
    PhysicalPlan rows = edge(reversed(pieces.rowOrder()), pieces.before());
    PhysicalPlan placed = placed(rows, WindowPieces.Span.BEFORE);
    // a part's rows begin behind that many, and its last row is at its end
    return seen(placed, ScalarFunction.GT, pieces.before());
  }

  private PhysicalPlan firsts() {
    PhysicalPlan rows = edge(pieces.rowOrder(), pieces.after());
    PhysicalPlan placed = placed(rows, WindowPieces.Span.AFTER);
    return seen(placed, ScalarFunction.LT, pieces.after());
  }

  private static List<SortOrder> reversed(List<SortOrder> order) {
    return order.stream()
        .map(
            key ->
                new SortOrder(
                    key.column(),
                    key.direction() == SortDirection.ASCENDING
                        ? SortDirection.DESCENDING
                        : SortDirection.ASCENDING,
                    key.nulls() == NullPlacement.FIRST ? NullPlacement.LAST : NullPlacement.FIRST))
        .toList();
  }

  /** Returns the first rows of each part and partition in an order, in one task, numbered. */
  private PhysicalPlan edge(List<SortOrder> order, long count) {
    PhysicalPlan rows = ranged.again(columns);
    List<SortOrder> moved = new ArrayList<>();
    for (SortOrder key : order) {
      moved.add(new SortOrder(columns.indexOf(key.column()), key.direction(), key.nulls()));
    }
    List<Integer> groups = new ArrayList<>(List.of(columns.size()));
    window.partitionKeys().forEach(key -> groups.add(columns.indexOf(key)));
    Schema output = rows.output();
    boolean isPlain =
        groups.stream().noneMatch(key -> output.field(key).type().isNested())
            && !output.field(moved.getFirst().column()).type().isNested();
    PhysicalPlan fewer =
        isPlain
            ? new PhysicalPlan.GroupLimit(
                rows,
                groups,
                moved.getFirst(),
                count,
                Estimates.of((double) count * ranged.parts(), output))
            : rows;
    PhysicalPlan ofTask = ReadAgain.pick(numbered(fewer, groups, moved, count), all(output.size()));
    PhysicalPlan gathered = Placed.exchange(ofTask, new Distribution.Single(List.of()));
    return numbered(gathered, groups, moved, count);
  }

  private PhysicalPlan numbered(
      PhysicalPlan rows, List<Integer> groups, List<SortOrder> order, long count) {
    List<Field> fields = new ArrayList<>(rows.output().fields());
    fields.add(new Field("$number", DataType.INT64, false));
    Schema output = new Schema(fields);
    WindowCall number =
        new WindowCall(
            Optional.of(WindowFunction.ROW_NUMBER),
            Optional.empty(),
            List.of(),
            List.of(),
            new WindowBounds(
                FrameUnit.ROWS, new WindowBounds.Unbounded(), new WindowBounds.Unbounded()),
            NullTreatment.RESPECT,
            DataType.INT64);
    PhysicalPlan all =
        new PhysicalPlan.Window(
            rows, groups, order, List.of(number), output, Placed.estimate(rows, output));
    return new PhysicalPlan.Filter(
        all,
        Computed.test(
            ScalarFunction.LT_EQ,
            Computed.column(fields.size() - 1, output),
            Computed.whole(count)),
        Estimates.of((double) count * ranged.parts(), output));
  }

  private static List<Integer> all(int columns) {
    return IntStream.range(0, columns).boxed().toList();
  }

  /**
   * Returns the columns of rows, their part, and the place of each among all rows of its partition.
   */
  private PhysicalPlan placed(PhysicalPlan rows, WindowPieces.Span side) {
    int width = columns.size() + 1;
    List<Integer> leftKeys = new ArrayList<>(List.of(columns.size()));
    window.partitionKeys().forEach(key -> leftKeys.add(columns.indexOf(key)));
    Schema both = both(rows.output(), carried.output());
    PhysicalPlan join =
        new PhysicalPlan.HashJoin(
            rows,
            takeCarried(),
            JoinKind.INNER,
            leftKeys,
            IntStream.range(0, keys).boxed().toList(),
            Collections.nCopies(keys, true),
            Optional.empty(),
            both,
            Placed.estimate(rows, both));
    PhysicalExpr number = Computed.column(width, both);
    PhysicalExpr place =
        switch (side) {
          case BEFORE ->
              Computed.plus(Computed.minus(end(both, width + 1), number), Computed.whole(1));
          case AFTER -> Computed.plus(start(both, width + 1), number);
          case ALL -> throw new IllegalStateException("Rows are at one border");
        };
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      expressions.add(Computed.column(i, both));
    }
    expressions.add(place);
    List<Field> fields = new ArrayList<>(both.fields().subList(0, width));
    fields.add(new Field("$place", DataType.INT64, true));
    Schema output = new Schema(fields);
    return new PhysicalPlan.Project(join, expressions, output, Placed.estimate(rows, output));
  }

  /** Returns how many rows of a partition are before a part. */
  private PhysicalExpr start(Schema schema, int carriedAt) {
    int carry = pieces.rowsOf(WindowPieces.Span.BEFORE);
    int at = carriedAt + carried.output().size() - pieces.carries().size() + carry;
    return Computed.coalesce(Computed.column(at, schema), Computed.whole(0));
  }

  /** Returns how many rows of a partition are before a part and in it. */
  private PhysicalExpr end(Schema schema, int carriedAt) {
    int at = carriedAt + keys + pieces.rowsOfPart();
    return Computed.plus(
        start(schema, carriedAt),
        Computed.coalesce(Computed.column(at, schema), Computed.whole(0)));
  }

  /**
   * Returns rows beside each part that sees them: the columns, the row's part, its place, and what
   * is known of the other part.
   */
  private PhysicalPlan seen(PhysicalPlan rows, ScalarFunction side, long count) {
    int width = columns.size() + 2;
    Schema both = both(rows.output(), carried.output());
    PhysicalExpr place = Computed.column(width - 1, both);
    PhysicalExpr isOther =
        Computed.test(side, Computed.column(width, both), Computed.column(columns.size(), both));
    PhysicalExpr distance =
        side == ScalarFunction.GT
            ? Computed.minus(start(both, width), place)
            : Computed.minus(Computed.minus(place, end(both, width)), Computed.whole(1));
    PhysicalExpr condition =
        Computed.test(
            ScalarFunction.AND,
            isOther,
            Computed.test(ScalarFunction.LT, distance, Computed.whole(count)));
    if (keys == 1) {
      return new PhysicalPlan.NestedLoopJoin(
          rows,
          takeCarried(),
          JoinKind.INNER,
          Optional.of(condition),
          Optional.empty(),
          both,
          Placed.estimate(rows, both));
    }
    return new PhysicalPlan.HashJoin(
        rows,
        takeCarried(),
        JoinKind.INNER,
        window.partitionKeys().stream().map(columns::indexOf).toList(),
        IntStream.range(1, keys).boxed().toList(),
        Collections.nCopies(keys - 1, true),
        Optional.of(condition),
        both,
        Placed.estimate(rows, both));
  }

  private PhysicalPlan takeCarried() {
    PhysicalPlan taken = carried;
    carried = SharedExchanges.again(taken);
    return taken;
  }

  private static Schema both(Schema left, Schema right) {
    List<Field> fields = new ArrayList<>(left.fields());
    fields.addAll(right.fields());
    return new Schema(fields);
  }

  /** Returns the rows as the parts that see them have theirs. */
  private PhysicalPlan sent(PhysicalPlan seen, Schema output) {
    int width = window.input().output().size();
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      int at = columns.indexOf(i);
      expressions.add(
          at < 0
              ? PhysicalExpr.Literal.nullOf(output.field(i).type())
              : Computed.column(at, seen.output()));
    }
    expressions.add(Computed.column(columns.size() + 2, seen.output()));
    expressions.add(Computed.FALSE);
    return new PhysicalPlan.Project(seen, expressions, output, Placed.estimate(seen, output));
  }
}
