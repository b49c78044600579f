package dev.heddle.frame.expr;

import dev.heddle.frame.error.Arguments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A case that still takes branches: {@code caseWhen(a, x).orWhen(b, y).otherwise(z)}; immutable.
 */
public final class CaseBuilder {
  private final List<Expr.Branch> branches;

  CaseBuilder(List<Expr.Branch> branches) {
    this.branches = Arguments.all(branches, "branches");
  }

  /** Returns this case with another branch, looked at if no earlier condition is true. */
  public CaseBuilder orWhen(Expr condition, Expr value) {
    List<Expr.Branch> more = new ArrayList<>(branches);
    more.add(new Expr.Branch(condition, value));
    return new CaseBuilder(more);
  }

  /** Returns this case with another branch, looked at if no earlier condition is true. */
  public CaseBuilder orWhen(Expr condition, @Nullable Comparable<?> value) {
    return orWhen(condition, Literals.of(value));
  }

  /** Returns the case with a value for rows where no condition is true. */
  public Expr otherwise(Expr value) {
    return new Expr.Case(branches, value);
  }

  /** Returns the case with a value for rows where no condition is true. */
  public Expr otherwise(@Nullable Comparable<?> value) {
    return otherwise(Literals.of(value));
  }

  /** Returns the case with null for rows where no condition is true. */
  public Expr otherwiseNull() {
    return otherwise(Functions.litNull());
  }
}
