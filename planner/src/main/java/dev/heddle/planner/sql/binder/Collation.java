package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import java.util.List;
import java.util.Locale;

/**
 * What {@code COLLATE} asks for: texts are compared and ordered without regard to case, to accents,
 * or to both.
 */
record Collation(boolean ignoresCase, boolean ignoresAccents) {
  static final Collation BINARY = new Collation(false, false);

  /** Returns the collation of an expression, binary for one without. */
  static Collation of(Expression expression, ExpressionBinder binder) {
    Collation all = BINARY;
    if (expression instanceof Expression.Collate collate) {
      for (Name part : collate.collation()) {
        all = all.and(named(part, binder));
      }
    }
    return all;
  }

  private static Collation named(Name name, ExpressionBinder binder) {
    return switch (name.text().toLowerCase(Locale.ROOT)) {
      case "nocase" -> new Collation(true, false);
      case "noaccent" -> new Collation(false, true);
      case "binary", "c", "posix" -> BINARY;
      default ->
          throw binder.error(
              name.span(),
              "no collation \""
                  + name.text()
                  + "\" in [nocase, noaccent, binary]; order by lower(text), or by a column that is"
                  + " made for it");
    };
  }

  /** Returns the collation that ignores what either does. */
  Collation and(Collation other) {
    return new Collation(ignoresCase || other.ignoresCase, ignoresAccents || other.ignoresAccents);
  }

  /**
   * Returns a text that is equal, and in order, to others by their bytes as this collation has it.
   */
  Expr key(Expr text) {
    Expr plain = ignoresAccents ? ValueFunction.STRIP_ACCENTS.call(List.of(text)) : text;
    return ignoresCase ? Expr.Call.of(ScalarFunction.LOWER, plain) : plain;
  }
}
