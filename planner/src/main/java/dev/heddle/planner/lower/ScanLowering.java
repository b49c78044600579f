package dev.heddle.planner.lower;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PruningForm;
import dev.heddle.physical.expr.PruningPredicates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SubPlanRows;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.explain.ExpressionText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/** Lowers scans: only needed columns, and every conjunct over them applied by the reader. */
final class ScanLowering {
  private final Lowering lowering;

  ScanLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered scan(TableScan scan, List<RexNode> conjuncts, ImmutableBitSet needed) {
    return scan(scan, conjuncts, needed, SubPlanRows.NONE);
  }

  /** Lowers a scan with all conjuncts of a filter, of which this is expected. */
  Lowered filtered(
      TableScan scan, List<RexNode> conjuncts, ImmutableBitSet needed, RelEstimate filtered) {
    return scan(scan, conjuncts, needed, filtered.origin());
  }

  private Lowered scan(
      TableScan scan, List<RexNode> conjuncts, ImmutableBitSet needed, SubPlanRows counted) {
    Table table = scan.getTable().unwrap(Table.class);
    if (table == null) {
      throw new IllegalStateException("No table behind " + scan.getTable().getQualifiedName());
    }
    RelEstimate all = lowering.estimator.of(scan);
    List<RexNode> pushed = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>();
    ImmutableBitSet read = needed;
    for (RexNode conjunct : Conjuncts.inOrder(conjuncts, all)) {
      if (isNeverNull(conjunct, table)) {
        continue;
      }
      read = read.union(RelOptUtil.InputFinder.bits(conjunct));
      (RexUtil.isDeterministic(conjunct) && !RelOptUtil.InputFinder.bits(conjunct).isEmpty()
              ? pushed
              : kept)
          .add(conjunct);
    }
    for (int column : read) {
      checkReadable(table.schema(), column);
    }
    ImmutableBitSet output = needed;
    for (RexNode conjunct : kept) {
      output = output.union(RelOptUtil.InputFinder.bits(conjunct));
    }
    List<Optional<DataType>> pruned = new ArrayList<>();
    for (int column : read) {
      DataType whole = table.schema().field(column).type();
      pruned.add(
          lowering.nestedUses == null
              ? Optional.empty()
              : lowering.nestedUses.pruned(scan, column, whole));
    }
    Lowered decoded = decoded(table, read, pruned, all);
    ScanFilter filter = new ScanFilter(conjuncts(pushed, decoded));
    List<Integer> outputs = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    int[] place = new int[decoded.place().length];
    Arrays.fill(place, -1);
    for (int column : output) {
      place[column] = outputs.size();
      outputs.add(decoded.at(column));
      fields.add(decoded.field(column));
    }
    double rows = all.rows();
    if (!pushed.isEmpty()) {
      rows *=
          dev.heddle.planner.cost.Selectivity.of(
              all, RexUtil.composeConjunction(scan.getCluster().getRexBuilder(), pushed));
    }
    RelEstimate left = pushed.isEmpty() ? all : all.thinned(rows);
    RelEstimate result =
        counted.isRemembered()
            ? left.counted(new SubPlanRows(counted.number(), rows, counted.observed()))
            : left;
    RelEstimate scanned = kept.isEmpty() ? result : left;
    Schema schema = new Schema(fields);
    ScanRequest request =
        new ScanRequest(read.asList(), pruned, outputs, filter, OptionalLong.empty());
    PhysicalPlan plan =
        new PhysicalPlan.Scan(
            table, request, schema, Estimates.of(scanned.rows(), schema, scanned, place));
    Lowered lowered = new Lowered(plan, place, scanned);
    return kept.isEmpty() ? lowered : lowering.filtered(lowered, kept, result);
  }

  private static void checkReadable(Schema schema, int column) {
    String name = schema.field(column).name();
    Optional<String> why = schema.whyUnreadable(name);
    if (why.isPresent()) {
      throw new AnalysisException(
          ErrorCode.UNSUPPORTED, "Cannot read column \"" + name + "\", " + why.get(), null);
    }
  }

  /** Whether the conjunct only asks for a value in a column that is known to have no null. */
  private static boolean isNeverNull(RexNode conjunct, Table table) {
    return conjunct.isA(SqlKind.IS_NOT_NULL)
        && ((RexCall) conjunct).getOperands().getFirst() instanceof RexInputRef column
        && (!table.schema().field(column.getIndex()).nullable()
            || (table.statistics().exact()
                && table.statistics().columns().get(column.getIndex()).nullCount().orElse(1) == 0));
  }

  /** A stand-in with the columns that the reader decodes, which conjuncts are converted over. */
  private static Lowered decoded(
      Table table, ImmutableBitSet read, List<Optional<DataType>> pruned, RelEstimate all) {
    int[] place = new int[table.schema().size()];
    Arrays.fill(place, -1);
    List<Field> fields = new ArrayList<>();
    for (int column : read) {
      place[column] = fields.size();
      Field field = table.schema().field(column);
      fields.add(field.withType(pruned.get(fields.size()).orElse(field.type())));
    }
    Schema schema = new Schema(fields);
    return new Lowered(
        new PhysicalPlan.Values(List.of(), schema, Estimates.of(0, schema)), place, all);
  }

  private List<ScanFilter.Conjunct> conjuncts(List<RexNode> pushed, Lowered decoded) {
    List<ScanFilter.Conjunct> result = new ArrayList<>();
    for (RexNode conjunct : pushed) {
      PhysicalExpr predicate = lowering.rex.convert(conjunct, decoded);
      PruningForm form = PruningPredicates.of(predicate);
      result.add(
          new ScanFilter.Conjunct(
              ExpressionText.of(predicate, decoded.plan().output()),
              ExprRowFilter.of(predicate, lowering.rex.time()),
              form.predicate(),
              form.residual()));
    }
    return result;
  }

  /** Sets how many rows suffice in the scan at the bottom of a chain of projections and limits. */
  static PhysicalPlan withLimit(PhysicalPlan plan, long rows) {
    return switch (plan) {
      case PhysicalPlan.Scan scan ->
          new PhysicalPlan.Scan(
              scan.table(), scan.request().withLimit(rows), scan.output(), scan.estimate());
      case PhysicalPlan.Project project ->
          new PhysicalPlan.Project(
              withLimit(project.input(), rows),
              project.expressions(),
              project.output(),
              project.estimate());
      case PhysicalPlan.UnionAll union ->
          new PhysicalPlan.UnionAll(
              union.inputs().stream().map(input -> withLimit(input, rows)).toList(),
              union.output(),
              union.estimate());
      default -> plan;
    };
  }
}
