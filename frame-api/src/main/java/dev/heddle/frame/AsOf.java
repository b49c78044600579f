package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How each row of a frame finds the one row of another that is nearest to it in an order, such as
 * the last quote before a trade; immutable, used by {@link DataFrame#asOfJoin}.
 *
 * {@snippet class="dev.heddle.frame.SnippetsTest" region="asof"}
 *
 * <p>Every left row comes out once, beside nulls if it finds none; {@link #inner} leaves such rows
 * out. Null finds nothing and is not found. Of several right rows at the same place the last one is
 * taken looking backward, the first one looking forward, in the order in which the right frame has
 * them. The columns named by {@link #on(String)} and {@link #by(String...)} are columns of both
 * sides and appear once, with the left side's values; all others stay, a right one whose name the
 * left side has too with the suffix, {@code _right} by default. The result has no order.
 */
public final class AsOf {
  private static final String DEFAULT_SUFFIX = "_right";

  /** Which way to look. */
  enum Strategy {
    BACKWARD,
    FORWARD,
    NEAREST
  }

  private final Strategy strategy;
  private final Join.@Nullable Pair on;
  private final List<Join.Pair> by;
  private final Expr.@Nullable Literal tolerance;
  private final boolean allowsEqual;
  private final boolean keepsUnmatched;
  private final String suffix;

  private AsOf(
      Strategy strategy,
      Join.@Nullable Pair on,
      List<Join.Pair> by,
      Expr.@Nullable Literal tolerance,
      boolean allowsEqual,
      boolean keepsUnmatched,
      String suffix) {
    this.strategy = strategy;
    this.on = on;
    this.by = Arguments.all(by, "by");
    this.tolerance = tolerance;
    this.allowsEqual = allowsEqual;
    this.keepsUnmatched = keepsUnmatched;
    this.suffix = suffix;
  }

  private static AsOf of(Strategy strategy) {
    return new AsOf(strategy, null, List.of(), null, true, true, DEFAULT_SUFFIX);
  }

  /** Returns a join with the last right row at or before the left one. */
  public static AsOf backward() {
    return of(Strategy.BACKWARD);
  }

  /** Returns a join with the first right row at or after the left one. */
  public static AsOf forward() {
    return of(Strategy.FORWARD);
  }

  /**
   * Returns a join with the right row that is least far away, the earlier one of two that are
   * equally far; for numbers, dates and timestamps.
   */
  public static AsOf nearest() {
    return of(Strategy.NEAREST);
  }

  /** Returns this join in the order of a column that both sides have. */
  public AsOf on(String column) {
    requireNonNull(column, "column is null");
    return with(new Join.Pair(new Expr.Column(column), new Expr.Column(column), true));
  }

  /**
   * Returns this join in the order of two expressions, the first over the left frame, the second
   * over the right.
   */
  public AsOf on(Expr left, Expr right) {
    return with(
        new Join.Pair(
            requireNonNull(left, "left is null"), requireNonNull(right, "right is null"), false));
  }

  private AsOf with(Join.Pair newOn) {
    return new AsOf(strategy, newOn, by, tolerance, allowsEqual, keepsUnmatched, suffix);
  }

  /** Returns this join among rows that have equal values in columns of both sides. */
  public AsOf by(String... columns) {
    List<Join.Pair> more = new ArrayList<>(by);
    for (String column : Arguments.all(columns, "columns")) {
      more.add(new Join.Pair(new Expr.Column(column), new Expr.Column(column), true));
    }
    return new AsOf(strategy, on, more, tolerance, allowsEqual, keepsUnmatched, suffix);
  }

  /**
   * Returns this join among rows for which two expressions are equal, the first over the left
   * frame, the second over the right.
   */
  public AsOf by(Expr left, Expr right) {
    List<Join.Pair> more = new ArrayList<>(by);
    more.add(
        new Join.Pair(
            requireNonNull(left, "left is null"), requireNonNull(right, "right is null"), false));
    return new AsOf(strategy, on, more, tolerance, allowsEqual, keepsUnmatched, suffix);
  }

  /**
   * Returns this join without right rows that are farther away: a number for numbers, for dates and
   * timestamps an interval of days, hours, minutes or seconds, such as {@code seconds(5)}.
   */
  public AsOf tolerance(Expr.Literal distance) {
    return new AsOf(
        strategy,
        on,
        by,
        requireNonNull(distance, "distance is null"),
        allowsEqual,
        keepsUnmatched,
        suffix);
  }

  /** Returns this join without right rows at the very place of the left one. */
  public AsOf strict() {
    return new AsOf(strategy, on, by, tolerance, false, keepsUnmatched, suffix);
  }

  /** Returns this join without left rows that find none. */
  public AsOf inner() {
    return new AsOf(strategy, on, by, tolerance, allowsEqual, false, suffix);
  }

  /** Returns this join with another suffix for right columns whose name the left side has too. */
  public AsOf suffix(String newSuffix) {
    return new AsOf(
        strategy,
        on,
        by,
        tolerance,
        allowsEqual,
        keepsUnmatched,
        requireNonNull(newSuffix, "suffix is null"));
  }

  /** Returns this join with SQL text in it read. */
  AsOf read(Session session, Schema left, Schema right) {
    SqlTexts ofLeft = new SqlTexts(session, left);
    SqlTexts ofRight = new SqlTexts(session, right);
    return new AsOf(
        strategy,
        on == null ? null : on.read(ofLeft, ofRight),
        by.stream().map(pair -> pair.read(ofLeft, ofRight)).toList(),
        tolerance,
        allowsEqual,
        keepsUnmatched,
        suffix);
  }

  Strategy strategy() {
    return strategy;
  }

  Join.@Nullable Pair on() {
    return on;
  }

  List<Join.Pair> by() {
    return by;
  }

  Expr.@Nullable Literal tolerance() {
    return tolerance;
  }

  boolean allowsEqual() {
    return allowsEqual;
  }

  boolean keepsUnmatched() {
    return keepsUnmatched;
  }

  String suffix() {
    return suffix;
  }
}
