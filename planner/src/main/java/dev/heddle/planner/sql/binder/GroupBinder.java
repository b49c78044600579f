package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Binds GROUP BY: its different keys, and the sets of them, repeated ones too. */
final class GroupBinder {
  private static final int MAX_SETS = 4096;

  private final BindContext context;
  private final ExpressionBinder binder;
  private final SelectList list;
  private final Map<Expr, Integer> positions = new LinkedHashMap<>();

  GroupBinder(BindContext context, ExpressionBinder binder, SelectList list) {
    this.context = context;
    this.binder = binder;
    this.list = list;
  }

  /** Returns the different keys, after {@link #bind}. */
  List<Expr> keys() {
    return new ArrayList<>(positions.keySet());
  }

  /** Returns the grouping sets as positions of keys. */
  List<List<Integer>> bind(Query.GroupBy groupBy) {
    if (groupBy.isAll()) {
      for (SelectItem item : list.items()) {
        Expr expr = list.expanded(item.expr());
        if (!Exprs.hasAggregate(expr) && !Exprs.hasWindow(expr)) {
          position(expr);
        }
      }
      return List.of(new ArrayList<>(positions.values()));
    }
    List<List<Integer>> sets = List.of(List.of());
    for (Query.GroupElement element : groupBy.elements()) {
      sets = product(sets, sets(element), groupBy.span());
    }
    return sets;
  }

  private int position(Expr key) {
    return positions.computeIfAbsent(key, k -> positions.size());
  }

  private List<List<Integer>> product(
      List<List<Integer>> left, List<List<Integer>> right, Span span) {
    requireFew((long) left.size() * right.size(), span);
    List<List<Integer>> product = new ArrayList<>();
    for (List<Integer> first : left) {
      for (List<Integer> second : right) {
        TreeSet<Integer> both = new TreeSet<>(first);
        both.addAll(second);
        product.add(List.copyOf(both));
      }
    }
    return product;
  }

  private void requireFew(long sets, Span span) {
    if (sets > MAX_SETS) {
      throw context.error(
          span, "GROUP BY has " + sets + " grouping sets, and at most " + MAX_SETS + " are taken");
    }
  }

  private List<List<Integer>> sets(Query.GroupElement element) {
    return switch (element) {
      case Query.GroupKeys keys -> List.of(positions(keys));
      case Query.Rollup rollup -> {
        List<List<Integer>> sets = new ArrayList<>();
        for (int n = rollup.keys().size(); n >= 0; n--) {
          sets.add(union(rollup.keys().subList(0, n)));
        }
        yield sets;
      }
      case Query.Cube cube -> {
        int n = cube.keys().size();
        requireFew(1L << Math.min(n, 40), cube.span());
        List<List<Integer>> sets = new ArrayList<>();
        for (int subset = (1 << n) - 1; subset >= 0; subset--) {
          List<Query.GroupKeys> chosen = new ArrayList<>();
          for (int i = 0; i < n; i++) {
            if ((subset >> (n - 1 - i) & 1) == 1) {
              chosen.add(cube.keys().get(i));
            }
          }
          sets.add(union(chosen));
        }
        yield sets;
      }
      case Query.GroupingSets grouping -> {
        List<List<Integer>> sets = new ArrayList<>();
        grouping.sets().forEach(set -> sets.addAll(sets(set)));
        requireFew(sets.size(), grouping.span());
        yield sets;
      }
    };
  }

  private List<Integer> union(List<Query.GroupKeys> keys) {
    TreeSet<Integer> all = new TreeSet<>();
    keys.forEach(each -> all.addAll(positions(each)));
    return List.copyOf(all);
  }

  private List<Integer> positions(Query.GroupKeys keys) {
    TreeSet<Integer> found = new TreeSet<>();
    for (Expression key : keys.keys()) {
      found.add(position(key(key)));
    }
    return List.copyOf(found);
  }

  private Expr key(Expression key) {
    int ordinal = QueryBinder.ordinal(context, key, list.items().size(), "GROUP BY");
    Expr bound;
    if (ordinal > 0) {
      bound = list.items().get(ordinal - 1).expr();
    } else if (key instanceof Expression.ColumnReference column
        && column.parts().size() == 1
        && binder.scope().column(context, column.parts().getFirst()) == null
        && list.position(column.parts().getFirst()) >= 0) {
      bound = list.items().get(list.position(column.parts().getFirst())).expr();
    } else {
      bound = binder.bind(key);
    }
    Expr expanded = list.expandedOnce(bound, key.span());
    if (Exprs.hasAggregate(expanded) || Exprs.hasWindow(expanded)) {
      throw context.error(
          key.span(), "GROUP BY groups by values of rows, not by aggregates or window functions");
    }
    return expanded;
  }
}
