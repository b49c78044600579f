package dev.heddle.frame.expr;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Checks the frames of windows. */
final class WindowFrames {
  private WindowFrames() {}

  static void check(ExprTyper typer, WindowSpec window) {
    WindowFrame frame = window.frame();
    if (rank(frame.start()) > rank(frame.end())
        || frame.start() instanceof FrameBound.UnboundedFollowing
        || frame.end() instanceof FrameBound.UnboundedPreceding) {
      throw typer.error("window frame " + frame + " ends before it starts");
    }
    checkOffset(typer, window, frame.start().distance());
    checkOffset(typer, window, frame.end().distance());
  }

  private static int rank(FrameBound bound) {
    return switch (bound) {
      case FrameBound.UnboundedPreceding b -> 0;
      case FrameBound.Preceding b -> 1;
      case FrameBound.CurrentRow b -> 2;
      case FrameBound.Following b -> 3;
      case FrameBound.UnboundedFollowing b -> 4;
    };
  }

  private static void checkOffset(ExprTyper typer, WindowSpec window, @Nullable Expr distance) {
    if (distance == null) {
      return;
    }
    if (!(distance instanceof Expr.Literal offset)) {
      checkExpression(typer, window, distance);
      return;
    }
    if (offset.value() == null || isNegative(offset.value())) {
      throw typer.error("window frame offset " + offset + " must not be negative or null");
    }
    if (window.frame().unit() != FrameUnit.RANGE) {
      if (!offset.type().isInteger()) {
        throw typer.error("window frame offset " + offset + " must be an integer");
      }
      return;
    }
    if (window.orderBy().size() != 1) {
      throw typer.error("a RANGE frame with an offset needs exactly one order key");
    }
    DataType key = typer.type(window.orderBy().getFirst().expr()).type();
    boolean isTemporal = key instanceof DataType.Date || key instanceof DataType.Timestamp;
    boolean fits =
        isTemporal
            ? offset.type() instanceof DataType.Interval
            : key.isNumeric() && offset.type().isNumeric();
    if (!fits) {
      throw typer.error(
          "window frame offset " + offset + " does not fit the order key's type " + key.sqlName());
    }
  }

  private static void checkExpression(ExprTyper typer, WindowSpec window, Expr distance) {
    DataType type = typer.type(distance).type();
    if (window.frame().unit() != FrameUnit.ROWS) {
      throw typer.error(
          "window frame offset "
              + distance
              + " must be a literal, which that of a frame of ROWS alone need not be");
    }
    if (!type.isInteger()) {
      throw typer.error(
          "window frame offset " + distance + " is " + type.sqlName() + ", not an integer");
    }
  }

  private static boolean isNegative(Object value) {
    return switch (value) {
      case CalendarInterval v -> v.months() < 0 || v.days() < 0 || v.micros() < 0;
      case BigDecimal v -> v.signum() < 0;
      case Number v -> v.doubleValue() < 0;
      default -> false;
    };
  }
}
