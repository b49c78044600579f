package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How two frames are joined; immutable, used by {@link DataFrame#join(DataFrame, Join)}.
 *
 * {@snippet class="dev.heddle.frame.SnippetsTest" region="join"}
 *
 * <p>Keys named by {@link #on(String...)} are columns of both sides and appear once in the result.
 * All other columns of both sides stay; a right one whose name the left side has too gets the
 * suffix, {@code _right} by default. Semi and anti joins keep the left columns only.
 */
public final class Join {
  private static final String DEFAULT_SUFFIX = "_right";

  private final JoinKind kind;
  private final List<Pair> pairs;
  private final boolean nullsMatch;
  private final @Nullable Expr condition;
  private final String suffix;

  /**
   * Two expressions that must be equal.
   *
   * @param left over the left frame
   * @param right over the right frame
   * @param isShared whether both are the same column name, which appears once in the result
   */
  record Pair(Expr left, Expr right, boolean isShared) {
    Pair read(SqlTexts ofLeft, SqlTexts ofRight) {
      return new Pair(ofLeft.read(left), ofRight.read(right), isShared);
    }
  }

  private Join(
      JoinKind kind,
      List<Pair> pairs,
      boolean nullsMatch,
      @Nullable Expr condition,
      String suffix) {
    this.kind = kind;
    this.pairs = Arguments.all(pairs, "pairs");
    this.nullsMatch = nullsMatch;
    this.condition = condition;
    this.suffix = suffix;
  }

  /** Returns a join of a kind, without keys so far. */
  public static Join of(JoinKind kind) {
    return new Join(requireNonNull(kind, "kind is null"), List.of(), false, null, DEFAULT_SUFFIX);
  }

  /** Returns a join that gives the pairs that match. */
  public static Join inner() {
    return of(JoinKind.INNER);
  }

  /** Returns a join that gives the pairs that match, and left rows without a match beside nulls. */
  public static Join left() {
    return of(JoinKind.LEFT);
  }

  /**
   * Returns a join that gives the pairs that match, and right rows without a match beside nulls.
   */
  public static Join right() {
    return of(JoinKind.RIGHT);
  }

  /** Returns a join that gives the pairs that match, and all rows without a match beside nulls. */
  public static Join full() {
    return of(JoinKind.FULL);
  }

  /** Returns a join that gives all pairs. */
  public static Join cross() {
    return of(JoinKind.CROSS);
  }

  /** Returns a join that gives the left rows that have a match. */
  public static Join semi() {
    return of(JoinKind.SEMI);
  }

  /** Returns a join that gives the left rows that have no match. */
  public static Join anti() {
    return of(JoinKind.ANTI);
  }

  /** Returns this join with columns of both sides that must be equal. */
  public Join on(String... columns) {
    List<Pair> more = new ArrayList<>(pairs);
    for (String column : Arguments.all(columns, "columns")) {
      more.add(new Pair(new Expr.Column(column), new Expr.Column(column), true));
    }
    return new Join(kind, more, nullsMatch, condition, suffix);
  }

  /**
   * Returns this join with two expressions that must be equal, the first over the left frame, the
   * second over the right.
   */
  public Join on(Expr left, Expr right) {
    List<Pair> more = new ArrayList<>(pairs);
    more.add(
        new Pair(
            requireNonNull(left, "left is null"), requireNonNull(right, "right is null"), false));
    return new Join(kind, more, nullsMatch, condition, suffix);
  }

  /** Returns this join with null keys equal to null keys; otherwise a null key matches nothing. */
  public Join nullSafe() {
    return new Join(kind, pairs, true, condition, suffix);
  }

  /**
   * Returns this join with one more condition that pairs must fulfil to match. It sees the columns
   * of both sides, the right ones with the suffix where names clash, shared keys included.
   */
  public Join where(Expr newCondition) {
    requireNonNull(newCondition, "newCondition is null");
    Expr both = condition == null ? newCondition : condition.and(newCondition);
    return new Join(kind, pairs, nullsMatch, both, suffix);
  }

  /** Returns this join with another suffix for right columns whose name the left side has too. */
  public Join suffix(String newSuffix) {
    return new Join(
        kind, pairs, nullsMatch, condition, requireNonNull(newSuffix, "suffix is null"));
  }

  /** Returns this join with SQL text in it read. */
  Join read(Session session, Schema left, Schema right) {
    SqlTexts ofLeft = new SqlTexts(session, left);
    SqlTexts ofRight = new SqlTexts(session, right);
    List<Pair> read = pairs.stream().map(p -> p.read(ofLeft, ofRight)).toList();
    Schema both = Joins.pairSchema(left, right, suffix, "Cannot join");
    return new Join(
        kind,
        read,
        nullsMatch,
        condition == null ? null : new SqlTexts(session, both).read(condition),
        suffix);
  }

  JoinKind kind() {
    return kind;
  }

  List<Pair> pairs() {
    return pairs;
  }

  boolean nullsMatch() {
    return nullsMatch;
  }

  @Nullable Expr condition() {
    return condition;
  }

  String suffix() {
    return suffix;
  }
}
