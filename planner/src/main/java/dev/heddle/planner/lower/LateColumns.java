package dev.heddle.planner.lower;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.planner.cost.ColumnEstimate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Has a top-N over a scan read its keys only, and then the other columns of the rows that it found.
 *
 * <p>The rows are found by their {@linkplain Table#located locators}: the scan of the keys has them
 * too, and the other columns come from a second scan of the same table, which is joined with what
 * the top-N gives. That join tells the scan which locators it wants, so that it reads the pages of
 * these rows and no others. Behind the join the rows are put in order once more; where keys are
 * equal that is the order of the table, as it is without this.
 */
public final class LateColumns {
  /** Up to this number of rows are told one by one to the scan of the other columns. */
  private static final long MAX_ROWS = 1 << 16;

  /** Below this number of bytes of other columns a second scan costs more than it saves. */
  private static final double MIN_BYTES = 2 << 20;

  /** At least this number of rows there must be for each that is wanted. */
  private static final double MIN_ROWS_PER_ROW = 16;

  private LateColumns() {}

  /** Returns the plan with such top-Ns. */
  public static PhysicalPlan apply(PhysicalPlan plan) {
    List<PhysicalPlan> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (PhysicalPlan input : plan.inputs()) {
      PhysicalPlan changed = apply(input);
      inputs.add(changed);
      isChanged |= changed != input;
    }
    PhysicalPlan over = isChanged ? plan.withInputs(inputs) : plan;
    return over instanceof PhysicalPlan.TopN top ? top(top) : over;
  }

  private static PhysicalPlan top(PhysicalPlan.TopN top) {
    long wanted = top.offset() + top.limit();
    if (wanted <= 0 || wanted > MAX_ROWS) {
      return top;
    }
    if (top.input() instanceof PhysicalPlan.Scan scan) {
      return new LateColumns.Rewrite(top, scan, plain(scan.output())).plan();
    }
    if (top.input() instanceof PhysicalPlan.Project project
        && project.input() instanceof PhysicalPlan.Scan scan
        && project.expressions().stream().allMatch(Expressions::isDeterministic)) {
      return new LateColumns.Rewrite(top, scan, project.expressions()).plan();
    }
    return top;
  }

  private static List<PhysicalExpr> plain(Schema schema) {
    List<PhysicalExpr> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      columns.add(reference(schema, i));
    }
    return columns;
  }

  private static PhysicalExpr reference(Schema schema, int column) {
    Field field = schema.field(column);
    return new PhysicalExpr.ColumnRef(column, field.type(), field.nullable());
  }

  /** A top-N over expressions over a scan. */
  private static final class Rewrite {
    private final PhysicalPlan.TopN top;
    private final PhysicalPlan.Scan scan;
    private final List<PhysicalExpr> expressions; // a column of the top-N each, over the scan's
    private final List<Integer> keys = new ArrayList<>(); // different columns of the order
    private final SortedSet<Integer> late = new TreeSet<>(); // the scan's, of other expressions

    Rewrite(PhysicalPlan.TopN top, PhysicalPlan.Scan scan, List<PhysicalExpr> expressions) {
      this.top = top;
      this.scan = scan;
      this.expressions = expressions;
      for (SortOrder key : top.order()) {
        if (!keys.contains(key.column())) {
          keys.add(key.column());
        }
      }
      Collections.sort(keys);
      for (PhysicalExpr expression : expressions) {
        if (early(expression) < 0) {
          late.addAll(Expressions.columns(expression));
        }
      }
    }

    /** Returns which of the keys an expression is, or -1. */
    private int early(PhysicalExpr expression) {
      for (int i = 0; i < keys.size(); i++) {
        if (expressions.get(keys.get(i)).equals(expression)) {
          return i;
        }
      }
      return -1;
    }

    PhysicalPlan plan() {
      if (!isWorthwhile()) {
        return top;
      }
      Optional<Table> located = scan.table().located();
      return located.isEmpty() ? top : plan(located.get());
    }

    private boolean isWorthwhile() {
      ScanRequest request = scan.request();
      double rows = scan.estimate().rows();
      if (late.isEmpty()
          || request.limit().isPresent()
          || scan.isWhole()
          || scan.keys().isPresent()
          || !scan.runtime().isEmpty()
          || rows < MIN_ROWS_PER_ROW * (double) (top.offset() + top.limit())) {
        return false;
      }
      TableStatistics statistics = scan.table().statistics();
      double bytes = 0;
      for (int column : late) {
        int inTable = request.columns().get(request.outputs().get(column));
        double usual = ColumnEstimate.usualBytes(scan.output().field(column).type());
        bytes += statistics.columns().get(inTable).averageBytes().orElse(usual);
      }
      return rows * bytes >= MIN_BYTES;
    }

    private PhysicalPlan plan(Table table) {
      PhysicalPlan first = first(table);
      PhysicalPlan.Scan others = others(table);
      int width = others.output().size();
      int locator = keys.size();
      List<Field> fields = new ArrayList<>(others.output().fields());
      fields.addAll(first.output().fields());
      Schema output = new Schema(fields);
      double rows = top.estimate().rows();
      PhysicalPlan join =
          new PhysicalPlan.HashJoin(
              others,
              first,
              JoinKind.INNER,
              List.of(width - 1),
              List.of(locator),
              List.of(false),
              Optional.empty(),
              output,
              Estimates.of(rows, output));
      List<SortOrder> order = new ArrayList<>();
      for (SortOrder key : top.order()) {
        order.add(new SortOrder(width + keys.indexOf(key.column()), key.direction(), key.nulls()));
      }
      order.add(new SortOrder(width + locator, SortDirection.ASCENDING, NullPlacement.LAST));
      PhysicalPlan ordered =
          new PhysicalPlan.TopN(join, order, 0, top.limit(), Estimates.of(rows, output));
      List<Integer> places = new ArrayList<>(late);
      List<PhysicalExpr> results = new ArrayList<>();
      for (PhysicalExpr expression : expressions) {
        int early = early(expression);
        results.add(
            early >= 0
                ? reference(output, width + early)
                : moved(expression, column -> reference(output, places.indexOf(column))));
      }
      return new PhysicalPlan.Project(ordered, results, top.output(), top.estimate());
    }

    /** Returns the keys of the first rows, in the order of {@link #keys}, and their locators. */
    private PhysicalPlan first(Table table) {
      ScanRequest request = scan.request();
      SortedSet<Integer> read = new TreeSet<>();
      for (int key : keys) {
        read.addAll(Expressions.columns(expressions.get(key)));
      }
      List<Integer> columns = new ArrayList<>(request.columns());
      List<Optional<DataType>> pruned = new ArrayList<>(request.pruned());
      List<Integer> outputs = new ArrayList<>();
      List<Field> fields = new ArrayList<>();
      for (int column : read) {
        outputs.add(request.outputs().get(column));
        fields.add(scan.output().field(column));
      }
      outputs.add(columns.size());
      columns.add(table.schema().size() - 1);
      pruned.add(Optional.empty());
      fields.add(table.schema().fields().getLast());
      Schema schema = new Schema(fields);
      ScanRequest narrow =
          new ScanRequest(columns, pruned, outputs, request.filter(), OptionalLong.empty());
      double rows = scan.estimate().rows();
      double bytes = Estimates.of(rows, schema).bytes();
      PhysicalPlan input =
          new PhysicalPlan.Scan(
              table, narrow, schema, new Estimate(rows, bytes, scan.estimate().origin()));
      List<Integer> places = new ArrayList<>(read);
      List<PhysicalExpr> computed = new ArrayList<>();
      List<Field> names = new ArrayList<>();
      boolean isPlain = keys.size() == read.size();
      for (int i = 0; i < keys.size(); i++) {
        PhysicalExpr expression = expressions.get(keys.get(i));
        isPlain &=
            expression instanceof PhysicalExpr.ColumnRef ref && places.indexOf(ref.index()) == i;
        computed.add(moved(expression, column -> reference(schema, places.indexOf(column))));
        names.add(top.output().field(keys.get(i)));
      }
      if (!isPlain) {
        computed.add(reference(schema, schema.size() - 1));
        names.add(schema.fields().getLast());
        Schema output = new Schema(names);
        input = new PhysicalPlan.Project(input, computed, output, Estimates.of(rows, output));
      }
      List<SortOrder> order = new ArrayList<>();
      for (SortOrder key : top.order()) {
        order.add(new SortOrder(keys.indexOf(key.column()), key.direction(), key.nulls()));
      }
      return new PhysicalPlan.TopN(
          input,
          order,
          top.offset(),
          top.limit(),
          OptionalInt.empty(),
          Estimates.of(top.estimate().rows(), input.output()));
    }

    /** Returns the other columns of all rows, in the order of {@link #late}, and their locators. */
    private PhysicalPlan.Scan others(Table table) {
      ScanRequest request = scan.request();
      List<Integer> columns = new ArrayList<>();
      List<Optional<DataType>> pruned = new ArrayList<>();
      List<Integer> outputs = new ArrayList<>();
      List<Field> fields = new ArrayList<>();
      for (int column : late) {
        int wanted = request.outputs().get(column);
        outputs.add(columns.size());
        columns.add(request.columns().get(wanted));
        pruned.add(request.pruned().get(wanted));
        fields.add(scan.output().field(column));
      }
      outputs.add(columns.size());
      columns.add(table.schema().size() - 1);
      pruned.add(Optional.empty());
      fields.add(table.schema().fields().getLast());
      Schema schema = new Schema(fields);
      double rows = table.statistics().rowCount().orElse((long) scan.estimate().rows());
      return new PhysicalPlan.Scan(
          table,
          new ScanRequest(columns, pruned, outputs, ScanFilter.NONE, OptionalLong.empty()),
          schema,
          Estimates.of(rows, schema));
    }

    private interface Reference {
      PhysicalExpr of(int column);
    }

    private static PhysicalExpr moved(PhysicalExpr expression, Reference columns) {
      return expression instanceof PhysicalExpr.ColumnRef ref
          ? columns.of(ref.index())
          : Expressions.mapChildren(expression, part -> moved(part, columns));
    }
  }
}
