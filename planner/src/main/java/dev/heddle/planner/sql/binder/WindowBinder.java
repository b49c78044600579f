package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.FrameBound;
import dev.heddle.frame.expr.FrameExclusion;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.planner.sql.NullOrder;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.binder.scope.NameIndex;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Binds windows and sort keys. */
final class WindowBinder {
  private static final Pattern LIST_SORT =
      Pattern.compile("(?:list|array)(_reverse)?_sort", Pattern.CASE_INSENSITIVE);

  private final ExpressionBinder expressions;

  WindowBinder(ExpressionBinder expressions) {
    this.expressions = expressions;
  }

  SortKey sortKey(OrderItem item) {
    return sortKey(expressions.bind(OperatorBinder.uncollated(item.key())), item, expressions);
  }

  /** Returns the key of an expression. */
  static SortKey sortKey(Expr expr, OrderItem item, ExpressionBinder binder) {
    SortDirection direction =
        item.isDescending() ? SortDirection.DESCENDING : SortDirection.ASCENDING;
    Boolean nullsFirst = item.nullsFirst();
    NullPlacement nulls;
    if (nullsFirst == null) {
      nulls = binder.context().catalogue().rules().nullOrder().of(direction);
    } else {
      nulls = nullsFirst ? NullPlacement.FIRST : NullPlacement.LAST;
    }
    SortKey key = new SortKey(binder.operators().ordering(expr, item.key()), direction, nulls);
    try {
      binder.typer().requireOrdered(key);
    } catch (AnalysisException e) {
      throw binder.context().located(e, item.span());
    }
    return key;
  }

  /**
   * Returns the list of a call of list_sort or list_reverse_sort with its nulls where the session
   * has them; null for other calls, those that say where, and where all functions have them there.
   */
  @Nullable Expr sortedList(Expression.Call call) {
    NullOrder nulls = expressions.context().catalogue().rules().nullOrder();
    if (nulls == SqlRules.DEFAULT.nullOrder()) {
      return null;
    }
    Matcher name = LIST_SORT.matcher(call.name().getLast().text());
    List<Expression.Argument> given = call.arguments();
    if (!name.matches() || given.isEmpty()) {
      return null;
    }
    boolean isDescending = name.group(1) != null;
    boolean saysDirection = given.size() == 2 && !isDescending;
    if (saysDirection && given.getLast().value() instanceof Expression.TextLiteral order) {
      isDescending = order.value().equalsIgnoreCase("desc");
    } else if (given.size() > 1) {
      return null;
    }
    SortDirection direction = isDescending ? SortDirection.DESCENDING : SortDirection.ASCENDING;
    Expr list = expressions.bind(given.getFirst().value());
    return expressions.checked(list.listSort(direction, nulls.of(direction)), call.span());
  }

  /** A window with those that it starts from written out. */
  private record Whole(
      List<Expression> partitionBy, List<OrderItem> orderBy, Window.@Nullable Frame frame) {}

  WindowSpec bind(Window window) {
    Whole whole = whole(window, 0);
    List<Expr> partition = expressions.bindAll(whole.partitionBy());
    List<SortKey> order = new ArrayList<>();
    whole.orderBy().forEach(item -> order.add(sortKey(item)));
    WindowFrame frame =
        whole.frame() != null
            ? frame(whole.frame())
            : order.isEmpty() ? WindowFrame.WHOLE : WindowFrame.RUNNING;
    return new WindowSpec(partition, order, frame);
  }

  /** Returns the window with its rows in the other direction. */
  static WindowSpec reversed(WindowSpec window) {
    List<SortKey> order = new ArrayList<>();
    for (SortKey key : window.orderBy()) {
      order.add(
          new SortKey(
              key.expr(),
              key.direction() == SortDirection.ASCENDING
                  ? SortDirection.DESCENDING
                  : SortDirection.ASCENDING,
              key.nulls() == NullPlacement.FIRST ? NullPlacement.LAST : NullPlacement.FIRST));
    }
    WindowFrame frame = window.frame();
    return new WindowSpec(
        window.partitionBy(),
        order,
        new WindowFrame(
            frame.unit(), reversed(frame.end()), reversed(frame.start()), frame.exclusion()));
  }

  private static FrameBound reversed(FrameBound bound) {
    return switch (bound) {
      case FrameBound.UnboundedPreceding _ -> new FrameBound.UnboundedFollowing();
      case FrameBound.Preceding preceding -> new FrameBound.Following(preceding.offset());
      case FrameBound.CurrentRow _ -> bound;
      case FrameBound.Following following -> new FrameBound.Preceding(following.offset());
      case FrameBound.UnboundedFollowing _ -> new FrameBound.UnboundedPreceding();
    };
  }

  private Whole whole(Window window, int depth) {
    if (window.base() == null) {
      return new Whole(window.partitionBy(), window.orderBy(), window.frame());
    }
    Name name = window.base();
    List<Query.NamedWindow> named = expressions.namedWindows();
    List<String> names = named.stream().map(w -> w.name().text()).toList();
    int at = new NameIndex(names).sole(expressions.context(), "window", name);
    if (at < 0) {
      throw expressions.error(name.span(), Scope.missing("window", name, names));
    }
    if (depth > named.size()) {
      throw expressions.error(name.span(), "window \"" + name.text() + "\" is defined by itself");
    }
    Whole base = whole(named.get(at).window(), depth + 1);
    if (!window.partitionBy().isEmpty()) {
      throw refused(window.span(), name, "partition");
    }
    if (!window.orderBy().isEmpty() && !base.orderBy().isEmpty()) {
      throw refused(window.span(), name, "order");
    }
    boolean addsNothing = window.orderBy().isEmpty() && window.frame() == null;
    if (base.frame() != null && !addsNothing) {
      throw refused(window.span(), name, "frame");
    }
    return new Whole(
        base.partitionBy(),
        window.orderBy().isEmpty() ? base.orderBy() : window.orderBy(),
        window.frame() == null ? base.frame() : window.frame());
  }

  private AnalysisException refused(Span span, Name name, String what) {
    return expressions.error(
        span, "window \"" + name.text() + "\" has a " + what + " of its own; write one of both");
  }

  private WindowFrame frame(Window.Frame frame) {
    FrameUnit unit =
        switch (frame.unit()) {
          case ROWS -> FrameUnit.ROWS;
          case RANGE -> FrameUnit.RANGE;
          case GROUPS -> FrameUnit.GROUPS;
        };
    FrameExclusion exclusion =
        switch (frame.exclusion()) {
          case NO_OTHERS -> FrameExclusion.NO_OTHERS;
          case CURRENT_ROW -> FrameExclusion.CURRENT_ROW;
          case GROUP -> FrameExclusion.GROUP;
          case TIES -> FrameExclusion.TIES;
        };
    return new WindowFrame(unit, bound(frame.start()), bound(frame.end()), exclusion);
  }

  private FrameBound bound(Window.Bound bound) {
    return switch (bound.kind()) {
      case UNBOUNDED_PRECEDING -> new FrameBound.UnboundedPreceding();
      case PRECEDING -> new FrameBound.Preceding(distance(bound));
      case CURRENT_ROW -> new FrameBound.CurrentRow();
      case FOLLOWING -> new FrameBound.Following(distance(bound));
      case UNBOUNDED_FOLLOWING -> new FrameBound.UnboundedFollowing();
    };
  }

  private Expr distance(Window.Bound bound) {
    return expressions.bind(java.util.Objects.requireNonNull(bound.distance()));
  }
}
