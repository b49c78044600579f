package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.Evaluator;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code lag} and {@code lead}: the value of a row this number of rows away, or a default. The
 * number is the first constant, or a column: the third argument, behind the value and the default.
 * Where that is null, so is the result.
 */
final class WindowShift {
  /** Is picked where the number of rows is null. */
  static final int UNKNOWN = -2;

  private static final long FAR = Integer.MAX_VALUE;

  private WindowShift() {}

  /** Returns whether the number of rows is a column. */
  static boolean isByColumn(WindowCall call) {
    return call.arguments().size() > 2;
  }

  /** Returns how many rows to look ahead from a row, negative for back. */
  static long offset(WindowFunction function, Column distances, int row) {
    long distance = Math.clamp(distances.longAt(row), -FAR, FAR);
    return function == WindowFunction.LEAD ? distance : -distance;
  }

  static Column compute(WindowFunction function, WindowCall call, WindowSegment segment) {
    Column distances = isByColumn(call) ? segment.column(call.arguments().get(2)) : null;
    long fixed = distances == null ? offset(function, call) : 0;
    int column = call.arguments().getFirst();
    int rows = segment.rows();
    Buffer picked = segment.account().allocate(4L * Math.max(1, rows));
    try (WindowPicks.CountedRows counted =
        WindowPicks.CountedRows.of(column, call.nulls(), -1, segment)) {
      for (int i = 0; i < rows; i++) {
        if (distances != null && distances.isNull(i)) {
          put(picked.address(), i, UNKNOWN);
          continue;
        }
        long offset = distances == null ? fixed : offset(function, distances, i);
        int first = counted.before(at(segment.partitionStarts(), i));
        int end = counted.before(at(segment.partitionEnds(), i));
        int here = counted.before(i);
        boolean isCounted = here < end && counted.row(here) == i;
        // A row that does not count is between two that do.
        long wanted = offset > 0 && !isCounted ? here + offset - 1 : here + offset;
        if (offset == 0) {
          put(picked.address(), i, i);
        } else {
          boolean isThere = wanted >= first && wanted < end;
          put(picked.address(), i, isThere ? counted.row((int) wanted) : -1);
        }
      }
      Column values = segment.pick(column, picked.address());
      return withDefault(values, picked.address(), call, segment);
    } finally {
      picked.release();
    }
  }

  /** Returns how many rows to look ahead, negative for back. */
  static long offset(WindowFunction function, WindowCall call) {
    long distance = 1;
    if (!call.constants().isEmpty()) {
      ScanValue value = call.constants().getFirst().value().orElse(null);
      if (!(value instanceof ScanValue.Whole(BigInteger whole))) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot shift by " + value + " rows: the offset must be an integer");
      }
      BigInteger far = BigInteger.valueOf(FAR);
      distance = whole.min(far).max(far.negate()).longValueExact();
    }
    return function == WindowFunction.LEAD ? distance : -distance;
  }

  /** Puts the default where there is no row; takes over the values. */
  static Column withDefault(Column values, long picked, WindowCall call, WindowSegment segment) {
    MemoryAccount account = segment.account();
    PhysicalExpr.Literal constant = call.constants().size() > 1 ? call.constants().get(1) : null;
    boolean isColumn = call.arguments().size() > 1;
    if (!isColumn && (constant == null || constant.value().isEmpty())) {
      return values;
    }
    int rows = segment.rows();
    Column defaults = null;
    Buffer positions = account.allocate(4L * Math.max(1, rows));
    try (ColumnAppender result = new ColumnAppender(call.type(), account)) {
      defaults =
          isColumn
              ? segment.column(call.arguments().get(1)).retain()
              : constant(constant, segment.context());
      int from = 0;
      while (from < rows) {
        boolean isThere = at(picked, from) != -1;
        int to = from;
        for (; to < rows && (at(picked, to) != -1) == isThere; to++) {
          put(positions.address(), to - from, !isThere && !isColumn ? 0 : to);
        }
        result.append(isThere ? values : defaults, positions.address(), to - from);
        from = to;
      }
      return result.build();
    } finally {
      positions.release();
      values.release();
      if (defaults != null) {
        defaults.release();
      }
    }
  }

  private static Column constant(PhysicalExpr.@Nullable Literal literal, TaskContext context) {
    if (literal == null) {
      throw new IllegalStateException("No default");
    }
    try (Evaluator evaluator = Evaluator.of(List.of(literal), context.time(), context.account());
        Batch one = Batch.of(context.account(), 1)) {
      Column value = evaluator.evaluate(one)[0];
      try {
        return Gather.decode(value, context.account());
      } finally {
        value.release();
      }
    }
  }
}
