package dev.heddle.planner.rel;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Makes projections whose columns keep the names of the input's columns. */
public final class Projections {
  private Projections() {}

  /** Makes a projection. */
  public static RelNode of(RelNode input, List<RexNode> columns) {
    List<@Nullable String> names = new ArrayList<>(columns.size());
    for (RexNode column : columns) {
      names.add(
          column instanceof RexInputRef reference
              ? input.getRowType().getFieldNames().get(reference.getIndex())
              : null);
    }
    return LogicalProject.create(input, List.of(), columns, names, ImmutableSet.of());
  }
}
