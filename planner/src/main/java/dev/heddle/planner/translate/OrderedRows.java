package dev.heddle.planner.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Rows together with the order that they come in, over columns of theirs.
 *
 * @param rel the rows, in any order; columns that only the order needs follow the others
 * @param collation their order; of no keys if they have none
 */
public record OrderedRows(RelNode rel, RelCollation collation) {
  /** Finds the order of a plan's rows, which a sort below it may make. */
  public static OrderedRows of(RelNode rel) {
    return switch (rel) {
      case Sort sort when !sort.getCollation().getFieldCollations().isEmpty() ->
          new OrderedRows(
              sort.fetch == null && sort.offset == null ? sort.getInput() : sort,
              sort.getCollation());
      case Sort limit -> {
        OrderedRows input = of(limit.getInput());
        yield new OrderedRows(
            LogicalSort.create(input.rel, input.collation, limit.offset, limit.fetch),
            input.collation);
      }
      case Filter filter -> {
        OrderedRows input = of(filter.getInput());
        yield new OrderedRows(
            filter.copy(filter.getTraitSet(), List.of(input.rel)), input.collation);
      }
      case Project project when !project.containsOver() -> of(project);
      default -> new OrderedRows(rel, RelCollations.EMPTY);
    };
  }

  private static OrderedRows of(Project project) {
    OrderedRows input = of(project.getInput());
    if (input.collation.getFieldCollations().isEmpty()) {
      return new OrderedRows(project, RelCollations.EMPTY);
    }
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : input.collation.getFieldCollations()) {
      RexNode column = RexInputRef.of(key.getFieldIndex(), input.rel.getRowType());
      int at = columns.indexOf(column);
      if (at < 0) {
        at = columns.size();
        columns.add(column);
      }
      keys.add(key.withFieldIndex(at));
    }
    RelNode rel =
        columns.size() == project.getProjects().size() && input.rel == project.getInput()
            ? project
            : LogicalPlanTranslator.project(input.rel, columns, null);
    return new OrderedRows(rel, RelCollations.of(keys));
  }
}
