package dev.heddle.planner.sql.tree;

import dev.heddle.frame.plan.LimitKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query: common table expressions, a body, its order and its limit.
 *
 * @param isRecursive whether {@code WITH RECURSIVE} was written
 * @param orderBy keys of the whole body; empty without, or with {@link #orderByAll}
 * @param orderByAll the one key of {@code ORDER BY ALL}, whose expression is a star; null without
 * @param limit null without, and for {@code LIMIT ALL}
 * @param offset null without
 * @param limitKind what the limit counts
 */
public record Query(
    boolean isRecursive,
    List<CommonTable> with,
    Body body,
    List<OrderItem> orderBy,
    @Nullable OrderItem orderByAll,
    @Nullable Expression limit,
    @Nullable Expression offset,
    LimitKind limitKind,
    Span span) {
  /** Copies the lists. */
  public Query {
    with = List.copyOf(with);
    orderBy = List.copyOf(orderBy);
  }

  /** Returns a query of a body alone. */
  public static Query of(Body body) {
    return new Query(
        false, List.of(), body, List.of(), null, null, null, LimitKind.ROWS, body.span());
  }

  /**
   * {@code name [(columns)] AS [[NOT] MATERIALIZED] (query)}.
   *
   * @param isMaterialized null if the text leaves it to the planner
   */
  public record CommonTable(
      Name name, List<Name> columns, @Nullable Boolean isMaterialized, Query query, Span span) {
    /** Copies the list. */
    public CommonTable {
      columns = List.copyOf(columns);
    }
  }

  /** What rows a query has before they are ordered and cut. */
  public sealed interface Body {
    /** Returns where it is written. */
    Span span();
  }

  /** {@code (query)} as an operand of a set operation, or alone. */
  public record Nested(Query query, Span span) implements Body {}

  /** {@code VALUES (a, b), (c, d)}. */
  public record Values(List<List<Expression>> rows, Span span) implements Body {
    /** Copies the lists. */
    public Values {
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /**
   * Set operations of one precedence, applied from left to right: {@code a UNION b EXCEPT c}.
   *
   * @param rest at least one
   */
  public record SetOperations(Body first, List<SetTerm> rest, Span span) implements Body {
    /** Copies the list. */
    public SetOperations {
      rest = List.copyOf(rest);
    }
  }

  /** A set operation and its right operand. */
  public record SetTerm(SetKind kind, boolean isAll, boolean byName, Body right) {}

  /** Set operations. */
  public enum SetKind {
    UNION,
    INTERSECT,
    EXCEPT
  }

  /**
   * One SELECT.
   *
   * @param distinct null without {@code DISTINCT}; empty for all columns, else the keys of {@code
   *     DISTINCT ON}
   * @param items empty only where {@code FROM t} is alone, which selects all columns
   * @param from null without {@code FROM}
   * @param groupBy null without {@code GROUP BY}
   */
  public record Select(
      @Nullable List<Expression> distinct,
      List<SelectItem> items,
      @Nullable Relation from,
      @Nullable Expression where,
      @Nullable GroupBy groupBy,
      @Nullable Expression having,
      List<NamedWindow> windows,
      @Nullable Expression qualify,
      Span span)
      implements Body {
    /** Copies the lists. */
    public Select {
      distinct = distinct == null ? null : List.copyOf(distinct);
      items = List.copyOf(items);
      windows = List.copyOf(windows);
    }
  }

  /**
   * A column of the select list.
   *
   * @param alias null without
   * @param span of the expression with the parentheses around it
   */
  public record SelectItem(Expression value, @Nullable Name alias, Span span) {}

  /** {@code name AS (window)} in the clause {@code WINDOW}. */
  public record NamedWindow(Name name, Window window) {}

  /**
   * {@code GROUP BY}.
   *
   * @param isAll whether it is {@code GROUP BY ALL}; there are no elements then
   * @param elements what the grouping sets are the product of
   */
  public record GroupBy(boolean isAll, List<GroupElement> elements, Span span) {
    /** Copies the list. */
    public GroupBy {
      elements = List.copyOf(elements);
    }
  }

  /** An element of {@code GROUP BY}. */
  public sealed interface GroupElement {}

  /**
   * A key, or several in parentheses that count as one inside ROLLUP and CUBE; none for {@code ()}.
   */
  public record GroupKeys(List<Expression> keys, Span span) implements GroupElement {
    /** Copies the list. */
    public GroupKeys {
      keys = List.copyOf(keys);
    }
  }

  /** {@code ROLLUP (...)}. */
  public record Rollup(List<GroupKeys> keys, Span span) implements GroupElement {
    /** Copies the list. */
    public Rollup {
      keys = List.copyOf(keys);
    }
  }

  /** {@code CUBE (...)}. */
  public record Cube(List<GroupKeys> keys, Span span) implements GroupElement {
    /** Copies the list. */
    public Cube {
      keys = List.copyOf(keys);
    }
  }

  /** {@code GROUPING SETS (...)}, whose elements may be any of these again. */
  public record GroupingSets(List<GroupElement> sets, Span span) implements GroupElement {
    /** Copies the list. */
    public GroupingSets {
      sets = List.copyOf(sets);
    }
  }
}
