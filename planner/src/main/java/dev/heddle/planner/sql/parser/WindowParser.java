package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Window;
import dev.heddle.planner.sql.tree.Window.BoundKind;
import dev.heddle.planner.sql.tree.Window.Exclusion;
import java.util.List;

/** Parses windows and their frames. */
final class WindowParser {
  private final TokenStream tokens;
  private final QueryParser queries;

  WindowParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
  }

  /** Parses what follows OVER: a name or a window in parentheses. */
  Window over() {
    if (tokens.isNextSymbol("(")) {
      return inParentheses();
    }
    Name name = tokens.name("the name of a window");
    return new Window(name, List.of(), List.of(), null, name.span());
  }

  Window inParentheses() {
    int start = tokens.expectSymbol("(").start();
    Name base = null;
    boolean isBase =
        TokenStream.isName(tokens.peek()) && !tokens.isNext("PARTITION", "BY") && !isFrame();
    if (isBase) {
      base = tokens.name("the name of a window");
    }
    List<Expression> partitionBy =
        tokens.accept("PARTITION", "BY") ? queries.expressions().list() : List.of();
    List<OrderItem> orderBy = tokens.accept("ORDER", "BY") ? queries.orderItems() : List.of();
    Window.Frame frame = isFrame() ? frame() : null;
    tokens.expectSymbol(")");
    return new Window(base, partitionBy, orderBy, frame, tokens.since(start));
  }

  private boolean isFrame() {
    boolean isUnit = tokens.isNext("ROWS") || tokens.isNext("RANGE") || tokens.isNext("GROUPS");
    Token next = tokens.peek(1);
    return isUnit && !next.isSymbol(")") && !next.isWord("PARTITION") && !next.isWord("ORDER");
  }

  private Window.Frame frame() {
    Token unit = tokens.take();
    Window.Bound start;
    Window.Bound end;
    if (tokens.accept("BETWEEN")) {
      start = bound();
      tokens.expect("AND");
      end = bound();
    } else {
      start = bound();
      end = new Window.Bound(BoundKind.CURRENT_ROW, null, start.span());
    }
    return new Window.Frame(
        Window.Unit.valueOf(unit.keyword()), start, end, exclusion(), tokens.since(unit.start()));
  }

  private Window.Bound bound() {
    int start = tokens.peek().start();
    if (tokens.accept("UNBOUNDED")) {
      boolean isPreceding = isPreceding();
      return new Window.Bound(
          isPreceding ? BoundKind.UNBOUNDED_PRECEDING : BoundKind.UNBOUNDED_FOLLOWING,
          null,
          tokens.since(start));
    }
    if (tokens.accept("CURRENT", "ROW")) {
      return new Window.Bound(BoundKind.CURRENT_ROW, null, tokens.since(start));
    }
    Expression distance = queries.expressions().operand();
    boolean isPreceding = isPreceding();
    return new Window.Bound(
        isPreceding ? BoundKind.PRECEDING : BoundKind.FOLLOWING, distance, tokens.since(start));
  }

  private boolean isPreceding() {
    if (tokens.accept("PRECEDING")) {
      return true;
    }
    if (tokens.accept("FOLLOWING")) {
      return false;
    }
    throw tokens.expected("PRECEDING or FOLLOWING");
  }

  private Exclusion exclusion() {
    if (!tokens.accept("EXCLUDE")) {
      return Exclusion.NO_OTHERS;
    }
    if (tokens.accept("CURRENT", "ROW")) {
      return Exclusion.CURRENT_ROW;
    }
    if (tokens.accept("GROUP")) {
      return Exclusion.GROUP;
    }
    if (tokens.accept("TIES")) {
      return Exclusion.TIES;
    }
    if (tokens.accept("NO", "OTHERS")) {
      return Exclusion.NO_OTHERS;
    }
    throw tokens.expected("CURRENT ROW, GROUP, TIES or NO OTHERS");
  }
}
