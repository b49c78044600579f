package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Names an expression after the column that it is made of, the first one that it reads: {@code
 * col("price").abs().naming().suffix("_abs")} is a column {@code price_abs}.
 *
 * @param expr what is named
 */
public record ExprNames(Expr expr) {
  /** Checks that nothing is missing. */
  public ExprNames {
    requireNonNull(expr, "expr is null");
  }

  /** Returns the expression under the name of its column. */
  public Expr keep() {
    return map(UnaryOperator.identity());
  }

  /** Returns the expression under what a function makes of the name. */
  public Expr map(UnaryOperator<String> function) {
    String root = root();
    String name = requireNonNull(function, "function is null").apply(root);
    if (name == null) {
      throw new AnalysisException(
          "Cannot name a column: the function returns null for \"" + root + "\"");
    }
    return expr.named(name);
  }

  /** Returns the expression under the name with a text before it. */
  public Expr prefix(String prefix) {
    requireNonNull(prefix, "prefix is null");
    return map(name -> prefix + name);
  }

  /** Returns the expression under the name with a text behind it. */
  public Expr suffix(String suffix) {
    requireNonNull(suffix, "suffix is null");
    return map(name -> name + suffix);
  }

  /** Returns the expression under the name with each occurrence of a text replaced. */
  public Expr replace(String part, String by) {
    requireNonNull(part, "part is null");
    requireNonNull(by, "by is null");
    return map(name -> name.replace(part, by));
  }

  /** Returns the expression under the name in lower case. */
  public Expr toLowerCase() {
    return map(name -> name.toLowerCase(Locale.ROOT));
  }

  /** Returns the expression under the name in upper case. */
  public Expr toUpperCase() {
    return map(name -> name.toUpperCase(Locale.ROOT));
  }

  private String root() {
    List<String> columns = new ArrayList<>();
    ExprParts.forEach(
        expr,
        part -> {
          switch (part) {
            case Expr.Column column -> columns.add(column.name());
            case Expr.BoundColumn column -> columns.add(column.name());
            default -> {}
          }
        },
        Expr::children);
    if (columns.isEmpty()) {
      throw new AnalysisException(
          "Cannot name " + expr + " after a column: it reads none; use named(...)");
    }
    return columns.getFirst();
  }
}
