package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Takes the calls over frames, and over rows a few rows away, apart. Serves one window. */
final class FramePieces {
  private final WindowPieces pieces;
  private final Schema input;

  FramePieces(WindowPieces pieces, PhysicalPlan.Window window) {
    this.pieces = pieces;
    this.input = window.input().output();
  }

  /** Adds a call that is no rank. */
  void add(WindowCall call) {
    if (call.aggregate().isPresent()) {
      aggregate(call, call.aggregate().get());
      return;
    }
    WindowFunction function = call.function().orElseThrow();
    switch (function) {
      case LAG, LEAD -> shift(function, call);
      case FIRST_VALUE, LAST_VALUE -> pick(function, call);
      case NTH_VALUE -> {
        if (FrameCover.of(call.frame()).filter(FrameCover.BOUNDED::equals).isPresent()) {
          border(call);
        } else {
          pieces.stop("nth_value");
        }
      }
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE ->
          throw new IllegalStateException("No frame: " + function);
    }
  }

  private void shift(WindowFunction function, WindowCall call) {
    if (call.nulls() == NullTreatment.IGNORE) {
      pieces.stop(call.function().orElseThrow().displayName() + " that ignores nulls");
      return;
    }
    Optional<BigInteger> offset =
        call.constants().isEmpty()
            ? Optional.of(BigInteger.ONE)
            : FrameCover.whole(call.constants().getFirst());
    if (call.arguments().size() > 2 || offset.isEmpty() || offset.get().bitLength() > 31) {
      pieces.stop(function.displayName() + " by an unknown distance");
      return;
    }
    long rowsAhead = offset.get().longValueExact() * (function == WindowFunction.LEAD ? 1 : -1);
    border(call, Math.max(0, -rowsAhead), Math.max(0, rowsAhead));
  }

  /** Adds a call over a frame of rows near the current one. */
  private void border(WindowCall call) {
    long start = FrameCover.distance(call.frame().start());
    long end = FrameCover.distance(call.frame().end());
    border(call, Math.max(0, -start), Math.max(0, end));
  }

  private void border(WindowCall call, long rowsBefore, long rowsAfter) {
    if (rowsBefore + rowsAfter > WindowPieces.MAX_BORDER_ROWS) {
      pieces.stop("rows more than " + WindowPieces.MAX_BORDER_ROWS + " away");
      return;
    }
    List<Integer> arguments = new ArrayList<>(call.arguments());
    call.aggregate().ifPresent(aggregate -> arguments.addAll(aggregate.arguments()));
    call.aggregate().ifPresent(aggregate -> aggregate.filter().ifPresent(arguments::add));
    if (pieces.tellApart(arguments)) {
      pieces.border(call, arguments, rowsBefore, rowsAfter);
    }
  }

  private void aggregate(WindowCall call, AggregateCall aggregate) {
    Optional<FrameCover> frame = FrameCover.of(call.frame());
    if (frame.isEmpty()) {
      pieces.stop(FrameCover.reason(call.frame()));
      return;
    }
    if (!aggregate.orderBy().isEmpty()) {
      pieces.stop(aggregate.function().displayName() + " in an order of its own");
      return;
    }
    if (frame.get() == FrameCover.BOUNDED) {
      border(call);
      return;
    }
    if (frame.get() == FrameCover.PEERS) {
      int own = pieces.local(FrameUnit.RANGE, call);
      pieces.result(() -> pieces.column(WindowPieces.Piece.PEER, own));
      return;
    }
    boolean isDistinct = aggregate.needsDistinct();
    if (isDistinct || aggregate.filter().isPresent() || aggregate.arguments().size() > 1) {
      pieces.stop(aggregate.function().displayName() + (isDistinct ? " of distinct values" : ""));
      return;
    }
    switch (aggregate.function()) {
      case COUNT_ALL, COUNT ->
          merged(call, aggregate, AggregateFunction.SUM, ScalarFunction.ADD, frame.get());
      case SUM -> merged(call, aggregate, AggregateFunction.SUM, ScalarFunction.ADD, frame.get());
      case MIN -> merged(call, aggregate, AggregateFunction.MIN, ScalarFunction.LEAST, frame.get());
      case MAX ->
          merged(call, aggregate, AggregateFunction.MAX, ScalarFunction.GREATEST, frame.get());
      case BOOL_AND ->
          merged(call, aggregate, AggregateFunction.BOOL_AND, ScalarFunction.AND, frame.get());
      case BOOL_OR ->
          merged(call, aggregate, AggregateFunction.BOOL_OR, ScalarFunction.OR, frame.get());
      case AVG -> mean(call, aggregate, frame.get());
      default -> pieces.stop(aggregate.function().displayName() + " over a growing frame");
    }
  }

  private void merged(
      WindowCall call,
      AggregateCall aggregate,
      AggregateFunction ofParts,
      ScalarFunction ofTwo,
      FrameCover frame) {
    Supplier<PhysicalExpr> value = merging(call, aggregate, ofParts, ofTwo, frame);
    boolean isCount = aggregate.function().family() == AggregateFunction.COUNT.family();
    pieces.result(isCount ? () -> Computed.coalesce(value.get(), Computed.whole(0)) : value);
  }

  private Supplier<PhysicalExpr> merging(
      WindowCall call,
      AggregateCall aggregate,
      AggregateFunction ofParts,
      ScalarFunction ofTwo,
      FrameCover frame) {
    AggregateCall plain =
        AggregateCall.of(
            aggregate.function(), aggregate.type(), aggregate.arguments().toArray(new Integer[0]));
    int others = pieces.merge(ofParts, aggregate.type(), pieces.state(plain), frame.others());
    if (frame == FrameCover.WHOLE) {
      return () -> pieces.carried(others);
    }
    FrameUnit unit = call.frame().unit();
    int own = pieces.local(unit, WindowPieces.aggregate(plain, call.frame()));
    return () ->
        Computed.merged(
            ofTwo, pieces.column(WindowPieces.pieceOf(unit), own), pieces.carried(others));
  }

  private void mean(WindowCall call, AggregateCall aggregate, FrameCover frame) {
    int argument = aggregate.arguments().getFirst();
    DataType type = AggregateStates.averageSumType(input.field(argument).type());
    Supplier<PhysicalExpr> sum =
        merging(
            call,
            AggregateCall.of(AggregateFunction.SUM, type, argument),
            AggregateFunction.SUM,
            ScalarFunction.ADD,
            frame);
    Supplier<PhysicalExpr> count =
        merging(
            call,
            AggregateCall.of(AggregateFunction.COUNT, DataType.INT64, argument),
            AggregateFunction.SUM,
            ScalarFunction.ADD,
            frame);
    pieces.result(
        () -> {
          PhysicalExpr values = Computed.coalesce(count.get(), Computed.whole(0));
          return Computed.choose(
              Computed.test(ScalarFunction.GT, values, Computed.whole(0)),
              Computed.ratio(sum.get(), values),
              PhysicalExpr.Literal.nullOf(DataType.FLOAT64));
        });
  }

  private void pick(WindowFunction function, WindowCall call) {
    boolean isFirst = function == WindowFunction.FIRST_VALUE;
    WindowBounds frame = call.frame();
    boolean seesHere = !(isFirst ? startsAfter(frame.end()) : startsAfter(frame.start()));
    Optional<FrameCover> covered = FrameCover.of(frame);
    if (covered.isEmpty()) {
      pieces.stop(FrameCover.reason(frame));
      return;
    }
    if (covered.get() == FrameCover.BOUNDED) {
      border(call);
      return;
    }
    boolean isHere =
        covered.get() == FrameCover.PEERS
            || (call.nulls() == NullTreatment.RESPECT
                && covered.get() == (isFirst ? FrameCover.REVERSE : FrameCover.RUNNING));
    if (isHere && seesHere) {
      int own = pieces.local(frame.unit(), call);
      pieces.result(() -> pieces.column(WindowPieces.pieceOf(frame.unit()), own));
      return;
    }
    if (call.nulls() == NullTreatment.IGNORE
        && covered.get() != FrameCover.WHOLE
        && frame.unit() == FrameUnit.RANGE) {
      pieces.stop("a RANGE frame that ignores nulls"); // which of some peers is taken is open
      return;
    }
    int argument = call.arguments().getFirst();
    if (!input.field(argument).type().isNested() && !pieces.tellApart(List.of(argument))) {
      return;
    }
    boolean isWhole = covered.get() == FrameCover.WHOLE || call.nulls() == NullTreatment.RESPECT;
    AggregateCall end =
        new AggregateCall(
            isFirst ? AggregateFunction.FIRST : AggregateFunction.LAST,
            List.of(argument),
            List.of(),
            false,
            OptionalInt.empty(),
            List.of(), // the order of rows, once it is known
            call.type());
    boolean skipsNulls = call.nulls() == NullTreatment.IGNORE;
    int state = pieces.state(end, skipsNulls ? OptionalInt.of(argument) : OptionalInt.empty());
    WindowPieces.Span span = isWhole ? WindowPieces.Span.ALL : covered.get().others();
    WindowCall carry =
        new WindowCall(
            Optional.of(function),
            Optional.empty(),
            List.of(0),
            List.of(),
            WindowPieces.bounds(span),
            call.nulls(),
            call.type());
    int others = pieces.carry(state, span, carry);
    if (isWhole) {
      pieces.result(() -> pieces.carried(others));
      return;
    }
    int own = pieces.local(frame.unit(), call);
    boolean othersFirst = isFirst == (span == WindowPieces.Span.BEFORE);
    pieces.result(
        () -> {
          PhysicalExpr here = pieces.column(WindowPieces.pieceOf(frame.unit()), own);
          return othersFirst
              ? Computed.coalesce(pieces.carried(others), here)
              : Computed.coalesce(here, pieces.carried(others));
        });
  }

  private static boolean startsAfter(WindowBounds.Bound bound) {
    return bound instanceof WindowBounds.Following;
  }
}
