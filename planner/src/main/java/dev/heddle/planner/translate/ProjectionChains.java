package dev.heddle.planner.translate;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.plan.ColumnInlining;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanSubqueries;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes few projections of long chains of them, such as those of frames to which a loop adds
 * columns, by {@link ColumnInlining}. One object serves one plan. Not thread-safe.
 */
final class ProjectionChains {
  private final LogicalPlan root;
  private final Set<LogicalPlan> made = Collections.newSetFromMap(new IdentityHashMap<>());

  /** How often each part of the plan is used; null until a chain has been met. */
  private @Nullable IdentityHashMap<LogicalPlan, Integer> uses;

  ProjectionChains(LogicalPlan root) {
    this.root = root;
  }

  /** Returns a projection of the same rows, over fewer projections if it ends a long chain. */
  LogicalPlan.Project shortened(LogicalPlan.Project top) {
    if (made.contains(top) || !isLong(top)) {
      return top;
    }
    List<LogicalPlan.Project> chain = new ArrayList<>();
    LogicalPlan next = top;
    while (next instanceof LogicalPlan.Project project && (next == top || uses(next) == 1)) {
      chain.add(project);
      next = project.input();
    }
    return chain.size() < ColumnInlining.MIN_CHAIN ? top : merged(chain.reversed());
  }

  private static boolean isLong(LogicalPlan top) {
    LogicalPlan next = top;
    for (int i = 0; i < ColumnInlining.MIN_CHAIN; i++) {
      if (!(next instanceof LogicalPlan.Project project)) {
        return false;
      }
      next = project.input();
    }
    return true;
  }

  private int uses(LogicalPlan plan) {
    if (uses == null) {
      uses = new IdentityHashMap<>();
      Deque<LogicalPlan> open = new ArrayDeque<>(List.of(root));
      while (!open.isEmpty()) {
        LogicalPlan part = open.pop();
        if (uses.merge(part, 1, Integer::sum) == 1) {
          CancelPoint.check();
          part.inputs().forEach(open::push);
          PlanSubqueries.of(part).forEach(open::push);
        }
      }
    }
    return uses.getOrDefault(plan, 0);
  }

  /** Returns the last of projections, the first of which is the lowest. */
  private LogicalPlan.Project merged(List<LogicalPlan.Project> chain) {
    InlinedColumns columns = new InlinedColumns(chain.getFirst());
    for (LogicalPlan.Project project : chain.subList(1, chain.size())) {
      CancelPoint.check();
      InlinedColumns above = columns.above(project);
      if (above == null) {
        LogicalPlan.Project layer = columns.projection();
        made.add(layer);
        above = new InlinedColumns(layer, project);
      }
      columns = above;
    }
    LogicalPlan.Project result = columns.projection();
    made.add(result);
    return result;
  }

  /** The columns of a projection of the chain, over one further down. */
  private static final class InlinedColumns {
    private final LogicalPlan base;
    private final Schema schema;
    private final List<NamedExpr> columns;
    private final int[] nodes;

    private InlinedColumns(LogicalPlan base, Schema schema, List<NamedExpr> columns, int[] nodes) {
      this.base = base;
      this.schema = schema;
      this.columns = columns;
      this.nodes = nodes;
    }

    InlinedColumns(LogicalPlan.Project project) {
      this(project.input(), project);
    }

    /** Makes the columns of a projection over a plan that has the columns of its input. */
    InlinedColumns(LogicalPlan base, LogicalPlan.Project project) {
      this(base, project.schema(), project.columns(), new int[project.columns().size()]);
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = ColumnInlining.nodes(columns.get(i).expr(), _ -> -1);
      }
    }

    LogicalPlan.Project projection() {
      return new LogicalPlan.Project(base, columns, schema);
    }

    /** Returns the columns of the next projection of the chain; null if one would be large. */
    @Nullable InlinedColumns above(LogicalPlan.Project project) {
      List<NamedExpr> result = new ArrayList<>(project.columns().size());
      int[] size = new int[project.columns().size()];
      boolean[] isKept = new boolean[columns.size()]; // large columns that are passed on
      for (NamedExpr column : project.columns()) {
        int at = position(column.expr());
        if (at >= 0) {
          if (!ColumnInlining.isSmall(nodes[at]) && isKept[at]) {
            return null;
          }
          isKept[at] = true;
          size[result.size()] = nodes[at];
          result.add(new NamedExpr(column.name(), columns.get(at).expr()));
        } else {
          int grown =
              ColumnInlining.nodes(
                  column.expr(),
                  part -> {
                    int position = position(part);
                    return position < 0 ? -1 : nodes[position];
                  });
          if (!ColumnInlining.isSmall(grown)) {
            return null;
          }
          size[result.size()] = grown;
          result.add(new NamedExpr(column.name(), replaced(column.expr())));
        }
      }
      return new InlinedColumns(base, project.schema(), result, size);
    }

    /** Returns the position of the column that an expression is; -1 if it is none. */
    private int position(Expr expr) {
      return switch (expr) {
        case Expr.Column column -> schema.indexOf(column.name()).orElse(-1);
        case Expr.BoundColumn column -> column.index();
        default -> -1;
      };
    }

    private Expr replaced(Expr expr) {
      return ExprRewriter.replace(
          expr,
          part -> {
            int at = position(part);
            return at < 0 ? null : columns.get(at).expr();
          });
    }
  }
}
