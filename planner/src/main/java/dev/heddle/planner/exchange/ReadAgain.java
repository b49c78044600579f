package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PruningForm;
import dev.heddle.physical.expr.PruningPredicates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Plans that cost little to run a second time for some of their columns: tables whose rows are
 * filtered and computed from one by one. Stateless.
 */
final class ReadAgain {
  private ReadAgain() {}

  /**
   * Returns a plan for some columns of the rows of another plan, in the given order; nothing if it
   * does more than read a table, or if its rows may be others the next time.
   */
  static Optional<PhysicalPlan> of(PhysicalPlan plan, List<Integer> columns) {
    SortedSet<Integer> needed = new TreeSet<>(columns);
    return narrow(plan, needed).map(narrow -> picked(narrow, List.copyOf(needed), columns));
  }

  /** Returns a plan for the columns, ascending. */
  private static Optional<PhysicalPlan> narrow(PhysicalPlan plan, SortedSet<Integer> columns) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan, List.copyOf(columns));
      case PhysicalPlan.Filter filter when Expressions.isDeterministic(filter.predicate()) -> {
        SortedSet<Integer> read = new TreeSet<>(columns);
        read.addAll(Expressions.columns(filter.predicate()));
        List<Integer> kept = List.copyOf(read);
        yield narrow(filter.input(), read)
            .map(
                input ->
                    picked(
                        new PhysicalPlan.Filter(
                            input,
                            moved(filter.predicate(), kept),
                            Estimates.of(filter.estimate().rows(), input.output())),
                        kept,
                        List.copyOf(columns)));
      }
      case PhysicalPlan.Project project -> project(project, List.copyOf(columns));
      case PhysicalPlan.UnionAll union -> union(union, columns);
      default -> Optional.empty();
    };
  }

  private static Optional<PhysicalPlan> union(
      PhysicalPlan.UnionAll union, SortedSet<Integer> columns) {
    List<PhysicalPlan> inputs = new ArrayList<>();
    for (PhysicalPlan input : union.inputs()) {
      Optional<PhysicalPlan> narrow = narrow(input, columns);
      if (narrow.isEmpty()) {
        return Optional.empty();
      }
      inputs.add(narrow.get());
    }
    Schema output = new Schema(columns.stream().map(union.output()::field).toList());
    return Optional.of(
        new PhysicalPlan.UnionAll(inputs, output, Estimates.of(union.estimate().rows(), output)));
  }

  private static Optional<PhysicalPlan> project(
      PhysicalPlan.Project project, List<Integer> columns) {
    SortedSet<Integer> read = new TreeSet<>();
    List<Field> fields = new ArrayList<>();
    for (int column : columns) {
      PhysicalExpr expression = project.expressions().get(column);
      if (!Expressions.isDeterministic(expression)) {
        return Optional.empty();
      }
      read.addAll(Expressions.columns(expression));
      fields.add(project.output().field(column));
    }
    List<Integer> kept = List.copyOf(read);
    Schema output = new Schema(fields);
    return narrow(project.input(), read)
        .map(
            input ->
                new PhysicalPlan.Project(
                    input,
                    columns.stream().map(c -> moved(project.expressions().get(c), kept)).toList(),
                    output,
                    Estimates.of(project.estimate().rows(), output)));
  }

  private static Optional<PhysicalPlan> scan(PhysicalPlan.Scan scan, List<Integer> outputs) {
    ScanRequest request = scan.request();
    if (request.limit().isPresent()) {
      return Optional.empty(); // which rows these are is open
    }
    SortedSet<Integer> read = new TreeSet<>();
    outputs.forEach(output -> read.add(request.outputs().get(output)));
    for (ScanFilter.Conjunct conjunct : request.filter().conjuncts()) {
      if (!(conjunct.rows() instanceof ExprRowFilter)) {
        return Optional.empty();
      }
      read.addAll(conjunct.rows().columns());
    }
    List<Integer> kept = List.copyOf(read);
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>();
    for (ScanFilter.Conjunct conjunct : request.filter().conjuncts()) {
      ExprRowFilter rows = (ExprRowFilter) conjunct.rows();
      PhysicalExpr predicate = moved(rows.predicate(), kept);
      PruningForm form = PruningPredicates.of(predicate);
      conjuncts.add(
          new ScanFilter.Conjunct(
              conjunct.text(),
              ExprRowFilter.of(predicate, rows.time()),
              form.predicate(),
              form.residual()));
    }
    List<Optional<DataType>> pruned = kept.stream().map(request.pruned()::get).toList();
    List<Field> fields = outputs.stream().map(scan.output()::field).toList();
    Schema output = new Schema(fields);
    return Optional.of(
        new PhysicalPlan.Scan(
            scan.table(),
            new ScanRequest(
                kept.stream().map(request.columns()::get).toList(),
                pruned,
                outputs.stream().map(o -> kept.indexOf(request.outputs().get(o))).toList(),
                new ScanFilter(conjuncts),
                request.limit()),
            scan.runtime(),
            scan.isWhole(),
            Optional.empty(),
            List.of(),
            output,
            Estimates.of(scan.estimate().rows(), output)));
  }

  private static PhysicalExpr moved(PhysicalExpr expression, List<Integer> kept) {
    return expression instanceof PhysicalExpr.ColumnRef ref
        ? new PhysicalExpr.ColumnRef(kept.indexOf(ref.index()), ref.type(), ref.nullable())
        : Expressions.mapChildren(expression, child -> moved(child, kept));
  }

  /** Returns a plan for some of its columns, named by what they were before. */
  private static PhysicalPlan picked(PhysicalPlan plan, List<Integer> kept, List<Integer> columns) {
    if (kept.equals(columns)) {
      return plan;
    }
    return pick(plan, columns.stream().map(kept::indexOf).toList());
  }

  /** Returns a plan for some columns of another one, in the given order. */
  static PhysicalPlan pick(PhysicalPlan plan, List<Integer> columns) {
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int column : columns) {
      Field field = plan.output().field(column);
      expressions.add(new PhysicalExpr.ColumnRef(column, field.type(), field.nullable()));
      fields.add(field);
    }
    Schema output = new Schema(fields);
    return new PhysicalPlan.Project(
        plan, expressions, output, Estimates.of(plan.estimate().rows(), output));
  }
}
