package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows a window function works on: those with equal partition keys, in an order, within a
 * frame.
 *
 * @param partitionBy keys; none means one partition of all rows
 * @param orderBy order within a partition; none means any order
 * @param frame rows seen from the current one; functions that ignore frames (ranks, lag, lead)
 *     ignore it
 */
public record WindowSpec(List<Expr> partitionBy, List<SortKey> orderBy, WindowFrame frame) {
  /** Copies the lists. */
  public WindowSpec {
    partitionBy = Arguments.all(partitionBy, "partitionBy");
    orderBy = Arguments.all(orderBy, "orderBy");
    requireNonNull(frame, "frame is null");
  }

  /** Returns one partition of all rows, without order. */
  public static WindowSpec whole() {
    return new WindowSpec(List.of(), List.of(), WindowFrame.WHOLE);
  }

  /** Returns this window partitioned by other keys. */
  public WindowSpec partitionBy(Expr... keys) {
    return new WindowSpec(Arguments.all(keys, "keys"), orderBy, frame);
  }

  /** Returns this window partitioned by keys, each by its name or as an expression. */
  @SafeVarargs
  public final WindowSpec partitionBy(Comparable<String>... keys) {
    return new WindowSpec(ColumnArguments.exprs(keys), orderBy, frame);
  }

  /** Returns this window partitioned by columns. */
  public WindowSpec partitionBy(String... columns) {
    return new WindowSpec(ColumnArguments.exprs(columns), orderBy, frame);
  }

  /** Returns this window in another order; the frame becomes {@link WindowFrame#RUNNING}. */
  public WindowSpec orderBy(SortKey... keys) {
    return ordered(Arguments.all(keys, "keys"));
  }

  /**
   * Returns this window ordered by columns, by name, as an expression or as a sort key; the frame
   * becomes {@link WindowFrame#RUNNING}.
   */
  @SafeVarargs
  public final WindowSpec orderBy(Comparable<String>... columns) {
    return ordered(ColumnArguments.sortKeys(columns));
  }

  private WindowSpec ordered(List<SortKey> keys) {
    return new WindowSpec(
        partitionBy, keys, keys.isEmpty() ? WindowFrame.WHOLE : WindowFrame.RUNNING);
  }

  /**
   * Returns this window ordered by columns, ascending; the frame becomes {@link
   * WindowFrame#RUNNING}.
   */
  public WindowSpec orderBy(String... columns) {
    return ordered(ColumnArguments.sortKeys(columns));
  }

  /**
   * Returns this window with a frame of rows, such as {@code rowsBetween(preceding(2),
   * currentRow())}.
   */
  public WindowSpec rowsBetween(FrameBound start, FrameBound end) {
    return new WindowSpec(partitionBy, orderBy, new WindowFrame(FrameUnit.ROWS, start, end));
  }

  /**
   * Returns this window with a frame of order-key distances; it needs exactly one order key if a
   * bound has an offset.
   */
  public WindowSpec rangeBetween(FrameBound start, FrameBound end) {
    return new WindowSpec(partitionBy, orderBy, new WindowFrame(FrameUnit.RANGE, start, end));
  }

  /** Returns this window with a frame of groups of equal order keys. */
  public WindowSpec groupsBetween(FrameBound start, FrameBound end) {
    return new WindowSpec(partitionBy, orderBy, new WindowFrame(FrameUnit.GROUPS, start, end));
  }

  /** Returns SQL-like text. */
  @Override
  public String toString() {
    Stream<String> partition =
        partitionBy.isEmpty()
            ? Stream.empty()
            : Stream.of("PARTITION BY " + ExprPrinter.join(partitionBy));
    Stream<String> order =
        orderBy.isEmpty()
            ? Stream.empty()
            : Stream.of(
                "ORDER BY "
                    + orderBy.stream().map(SortKey::toString).collect(Collectors.joining(", ")),
                frame.toString());
    return Stream.concat(partition, order).collect(Collectors.joining(" "));
  }
}
