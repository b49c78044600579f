package dev.heddle.planner.lower;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.translate.OperatorMapping;
import dev.heddle.planner.types.TypeMapping;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Finds what of each nested column of a plan's tables the plan uses. */
final class NestedUses {
  private final IdentityHashMap<RelNode, @Nullable NestedUse[]> uses = new IdentityHashMap<>();
  private final Set<RelNode> definitions = Collections.newSetFromMap(new IdentityHashMap<>());

  private NestedUses() {}

  static NestedUses of(RelNode root) {
    NestedUses found = new NestedUses();
    if (found.hasStructs(root)) {
      found.visit(root, wholes(root));
      found.definitions.forEach(plan -> found.visit(plan, wholes(plan)));
    }
    return found;
  }

  private boolean hasStructs(RelNode rel) {
    if (rel instanceof CteScan scan) {
      RelNode plan = scan.definition().plan();
      return definitions.add(plan) && hasStructs(plan);
    }
    if (rel instanceof TableScan) {
      return rel.getRowType().getFieldList().stream()
          .anyMatch(field -> TypeMapping.dataType(field.getType()).isNested());
    }
    boolean has = false;
    for (RelNode input : rel.getInputs()) {
      has |= hasStructs(input);
    }
    return has;
  }

  /** Returns the type that a column of a table is read in, if only a part of it is used. */
  Optional<DataType> pruned(TableScan scan, int column, DataType whole) {
    @Nullable NestedUse[] columns = uses.get(scan);
    if (columns == null || !whole.isNested()) {
      return Optional.empty();
    }
    NestedUse use = columns[column];
    DataType part = (use == null ? NestedUse.presence() : use).of(whole);
    return part.equals(whole) ? Optional.empty() : Optional.of(part);
  }

  private static @Nullable NestedUse[] none(RelNode rel) {
    return new NestedUse[rel.getRowType().getFieldCount()];
  }

  private static @Nullable NestedUse[] wholes(RelNode rel) {
    @Nullable NestedUse[] all = none(rel);
    Arrays.setAll(all, i -> NestedUse.whole());
    return all;
  }

  private void visit(RelNode rel, @Nullable NestedUse[] wanted) {
    switch (rel) {
      case TableScan scan -> {
        @Nullable NestedUse[] known = uses.computeIfAbsent(scan, NestedUses::none);
        for (int i = 0; i < wanted.length; i++) {
          add(known, i, wanted[i]);
        }
      }
      case Filter filter -> {
        @Nullable NestedUse[] input = wanted.clone();
        use(filter.getCondition(), NestedUse.whole(), input);
        visit(filter.getInput(), input);
      }
      case Project project when !project.containsOver() -> {
        @Nullable NestedUse[] input = none(project.getInput());
        for (int i = 0; i < wanted.length; i++) {
          if (wanted[i] != null) {
            use(project.getProjects().get(i), wanted[i], input);
          }
        }
        visit(project.getInput(), input);
      }
      case Sort sort -> {
        @Nullable NestedUse[] input = wanted.clone();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
          add(input, key.getFieldIndex(), NestedUse.whole());
        }
        visit(sort.getInput(), input);
      }
      case Join join -> join(join, wanted);
      case LogicalUnnest unnest -> unnest(unnest, wanted);
      default -> rel.getInputs().forEach(input -> visit(input, wholes(input)));
    }
  }

  private void join(Join join, @Nullable NestedUse[] wanted) {
    int left = join.getLeft().getRowType().getFieldCount();
    int right = join.getRight().getRowType().getFieldCount();
    @Nullable NestedUse[] both = Arrays.copyOf(wanted, left + right);
    use(join.getCondition(), NestedUse.whole(), both);
    visit(join.getLeft(), Arrays.copyOf(both, left));
    visit(join.getRight(), Arrays.copyOfRange(both, left, left + right));
  }

  private void unnest(LogicalUnnest unnest, @Nullable NestedUse[] wanted) {
    int width = unnest.getInput().getRowType().getFieldCount();
    @Nullable NestedUse[] input = Arrays.copyOf(wanted, width);
    NestedUse element = wanted[width] == null ? NestedUse.presence() : wanted[width];
    DataType list =
        TypeMapping.dataType(
            unnest.getInput().getRowType().getFieldList().get(unnest.list()).getType());
    add(
        input,
        unnest.list(),
        list instanceof DataType.MapOf ? NestedUse.ofEntry(element) : NestedUse.ofElement(element));
    visit(unnest.getInput(), input);
  }

  /** Adds to a column's use; the arrays' entries are shared among nodes and never changed. */
  private static void add(@Nullable NestedUse[] uses, int column, @Nullable NestedUse use) {
    if (use != null) {
      NestedUse sum = NestedUse.presence();
      if (uses[column] != null) {
        sum.add(uses[column]);
      }
      sum.add(use);
      uses[column] = sum;
    }
  }

  private static void use(RexNode node, NestedUse wanted, @Nullable NestedUse[] input) {
    switch (node) {
      case RexInputRef reference -> add(input, reference.getIndex(), wanted);
      case RexCall call -> call(call, wanted, input);
      default -> {}
    }
  }

  private static void call(RexCall call, NestedUse wanted, @Nullable NestedUse[] input) {
    List<RexNode> operands = call.getOperands();
    ScalarFunction function = OperatorMapping.scalar(call.getOperator()).orElse(null);
    if (function == ScalarFunction.FIELD && operands.get(1) instanceof RexLiteral name) {
      NestedUse field = NestedUse.ofField(String.valueOf(name.getValueAs(String.class)), wanted);
      use(operands.getFirst(), field, input);
    } else if (function == ScalarFunction.ELEMENT) {
      use(operands.get(0), NestedUse.ofElement(wanted), input);
      use(operands.get(1), NestedUse.whole(), input);
    } else if (function == ScalarFunction.LENGTH
        || call.isA(SqlKind.IS_NULL)
        || call.isA(SqlKind.IS_NOT_NULL)) {
      use(operands.getFirst(), NestedUse.presence(), input);
    } else {
      operands.forEach(operand -> use(operand, NestedUse.whole(), input));
    }
  }
}
