package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** Takes the ranks of a window apart: what rows of other parts precede them. Serves one window. */
final class RankPieces {
  private final WindowPieces pieces;

  RankPieces(WindowPieces pieces) {
    this.pieces = pieces;
  }

  /** Adds a call, if it is a rank. */
  boolean add(WindowCall call) {
    WindowFunction function = call.function().orElse(null);
    switch (function) {
      case null -> {
        return false;
      }
      case ROW_NUMBER -> number(FrameUnit.ROWS, call, pieces.rowsOf(WindowPieces.Span.BEFORE));
      case RANK -> number(FrameUnit.RANGE, call, pieces.rowsOf(WindowPieces.Span.BEFORE));
      case DENSE_RANK -> number(FrameUnit.RANGE, call, pieces.ordersBefore());
      case PERCENT_RANK -> percentRank(call);
      case CUME_DIST -> cumulative();
      case NTILE -> buckets(call);
      case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> {
        return false;
      }
    }
    return true;
  }

  /** Returns a column of which it is known that it is never null. */
  private PhysicalExpr never(WindowPieces.Piece piece, int number) {
    return Computed.coalesce(pieces.column(piece, number), Computed.whole(0));
  }

  private void number(FrameUnit unit, WindowCall call, int others) {
    int own = pieces.local(unit, call);
    pieces.result(
        () -> Computed.plus(never(WindowPieces.pieceOf(unit), own), pieces.orZero(others)));
  }

  private void percentRank(WindowCall call) {
    WindowCall rank =
        new WindowCall(
            Optional.of(WindowFunction.RANK),
            Optional.empty(),
            List.of(),
            List.of(),
            call.frame(),
            NullTreatment.RESPECT,
            DataType.INT64);
    int own = pieces.local(FrameUnit.RANGE, rank);
    int others = pieces.rowsOf(WindowPieces.Span.BEFORE);
    int all = pieces.rowsOf(WindowPieces.Span.ALL);
    pieces.result(
        () -> {
          PhysicalExpr before =
              Computed.minus(
                  Computed.plus(never(WindowPieces.Piece.PEER, own), pieces.orZero(others)),
                  Computed.whole(1));
          PhysicalExpr rest = Computed.minus(pieces.orZero(all), Computed.whole(1));
          return Computed.choose(
              Computed.test(ScalarFunction.LT_EQ, rest, Computed.whole(0)),
              PhysicalExpr.Literal.of(new ScanValue.Floating(0), DataType.FLOAT64),
              Computed.ratio(before, rest));
        });
  }

  private void cumulative() {
    WindowCall count =
        WindowPieces.aggregate(
            AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64),
            new WindowBounds(
                FrameUnit.RANGE, new WindowBounds.Unbounded(), new WindowBounds.CurrentRow()));
    int own = pieces.local(FrameUnit.RANGE, count);
    int others = pieces.rowsOf(WindowPieces.Span.BEFORE);
    int all = pieces.rowsOf(WindowPieces.Span.ALL);
    pieces.result(
        () ->
            Computed.ratio(
                Computed.plus(never(WindowPieces.Piece.PEER, own), pieces.orZero(others)),
                pieces.orZero(all)));
  }

  private void buckets(WindowCall call) {
    Optional<BigInteger> wanted =
        call.arguments().isEmpty()
            ? FrameCover.whole(call.constants().getFirst())
            : Optional.empty();
    if (wanted.isEmpty() || wanted.get().signum() <= 0 || wanted.get().bitLength() > 62) {
      pieces.stop("ntile of a varying number");
      return;
    }
    WindowCall position =
        new WindowCall(
            Optional.of(WindowFunction.ROW_NUMBER),
            Optional.empty(),
            List.of(),
            List.of(),
            call.frame(),
            NullTreatment.RESPECT,
            DataType.INT64);
    int own = pieces.local(FrameUnit.ROWS, position);
    int others = pieces.rowsOf(WindowPieces.Span.BEFORE);
    int all = pieces.rowsOf(WindowPieces.Span.ALL);
    PhysicalExpr count = Computed.whole(wanted.get().longValueExact());
    pieces.result(
        () -> {
          PhysicalExpr at =
              Computed.minus(
                  Computed.plus(never(WindowPieces.Piece.ROW, own), pieces.orZero(others)),
                  Computed.whole(1));
          PhysicalExpr size = whole(ScalarFunction.DIVIDE, pieces.orZero(all), count);
          PhysicalExpr larger = whole(ScalarFunction.MODULO, pieces.orZero(all), count);
          PhysicalExpr next = Computed.plus(size, Computed.whole(1));
          PhysicalExpr inLarger = whole(ScalarFunction.MULTIPLY, larger, next);
          PhysicalExpr ofLarger = Computed.plus(whole(ScalarFunction.DIVIDE, at, next), one());
          PhysicalExpr ofOthers =
              Computed.plus(
                  Computed.plus(
                      whole(ScalarFunction.DIVIDE, Computed.minus(at, inLarger), size), larger),
                  one());
          return Computed.choose(
              Computed.test(ScalarFunction.LT, at, inLarger), ofLarger, ofOthers);
        });
  }

  private static PhysicalExpr one() {
    return Computed.whole(1);
  }

  private static PhysicalExpr whole(ScalarFunction function, PhysicalExpr a, PhysicalExpr b) {
    return Computed.call(function, DataType.INT64, a, b);
  }
}
