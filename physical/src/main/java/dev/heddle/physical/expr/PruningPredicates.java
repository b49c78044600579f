package dev.heddle.physical.expr;

import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.LikePattern;
import dev.heddle.physical.kernel.NumericRange;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Derives from a predicate what statistics can disprove.
 *
 * <p>What is derived is implied by the predicate: parts of a conjunction that have no such form are
 * left out. Of casts only exact widening is seen through; a comparison of floating-point numbers
 * that NaN satisfies has no such form, because statistics know no NaN.
 */
public final class PruningPredicates {
  private PruningPredicates() {}

  /** Returns the statistics form of a predicate, if it has one. */
  public static Optional<PruningPredicate> of(PhysicalExpr predicate) {
    return derive(predicate, false);
  }

  private static Optional<PruningPredicate> derive(PhysicalExpr predicate, boolean negated) {
    return switch (predicate) {
      case PhysicalExpr.ColumnRef ref ->
          Optional.of(
              new PruningPredicate.Compare(
                  ref.index(), PruningPredicate.Operator.EQUAL, new ScanValue.Truth(!negated)));
      case PhysicalExpr.In in -> negated ? Optional.empty() : in(in);
      case PhysicalExpr.Call call -> call(call, negated);
      case PhysicalExpr.Literal _, PhysicalExpr.Cast _, PhysicalExpr.Case _ -> Optional.empty();
    };
  }

  private static Optional<PruningPredicate> call(PhysicalExpr.Call call, boolean negated) {
    List<PhysicalExpr> arguments = call.arguments();
    ScalarFunction function = call.function();
    return switch (function) {
      case AND -> negated ? any(arguments, true) : all(arguments, false);
      case OR -> negated ? all(arguments, true) : any(arguments, false);
      case NOT -> derive(arguments.getFirst(), !negated);
      case IS_TRUE, IS_FALSE ->
          negated
              ? Optional.empty()
              : derive(arguments.getFirst(), function == ScalarFunction.IS_FALSE);
      case IS_NULL, IS_NOT_NULL ->
          arguments.getFirst() instanceof PhysicalExpr.ColumnRef ref
              ? Optional.of(
                  (function == ScalarFunction.IS_NULL) != negated
                      ? new PruningPredicate.IsNull(ref.index())
                      : new PruningPredicate.IsNotNull(ref.index()))
              : Optional.empty();
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ -> {
        NumericRange.Operator operator = Compiler.operator(function);
        yield compare(negated ? operator.negated() : operator, arguments.get(0), arguments.get(1));
      }
      case LIKE -> negated ? Optional.empty() : like(arguments);
      case STARTS_WITH -> negated ? Optional.empty() : startsWith(arguments);
      default -> Optional.empty();
    };
  }

  private static Optional<PruningPredicate> all(List<PhysicalExpr> parts, boolean negated) {
    List<PruningPredicate> derived = new ArrayList<>();
    for (PhysicalExpr part : parts) {
      derive(part, negated).ifPresent(derived::add);
    }
    return switch (derived.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(derived.getFirst());
      default -> Optional.of(new PruningPredicate.AllOf(derived));
    };
  }

  private static Optional<PruningPredicate> any(List<PhysicalExpr> parts, boolean negated) {
    List<PruningPredicate> derived = new ArrayList<>();
    for (PhysicalExpr part : parts) {
      Optional<PruningPredicate> one = derive(part, negated);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      derived.add(one.get());
    }
    return Optional.of(new PruningPredicate.AnyOf(derived));
  }

  private static Optional<PruningPredicate> compare(
      NumericRange.Operator operator, PhysicalExpr left, PhysicalExpr right) {
    return NarrowedComparison.of(operator, left, right)
        .filter(PruningPredicates::isComparable)
        .map(
            c ->
                new PruningPredicate.Compare(
                    c.column().index(), operator(c.operator()), c.value()));
  }

  /** Returns whether statistics can disprove a comparison with a constant of the column's size. */
  private static boolean isComparable(NarrowedComparison comparison) {
    return switch (comparison.value()) {
      case ScanValue.Whole(BigInteger whole) ->
          whole.bitLength() < 8 * Layout.of(comparison.column().type()).byteWidth();
      case ScanValue.Floating(double number) -> !nanSatisfies(comparison.operator(), number);
      case ScanValue.Truth _, ScanValue.Bytes _ -> true;
      case ScanValue.Span _ -> false;
    };
  }

  private static boolean nanSatisfies(NumericRange.Operator operator, double constant) {
    return Double.isNaN(constant)
        || operator == NumericRange.Operator.NOT_EQUAL
        || operator == NumericRange.Operator.GREATER
        || operator == NumericRange.Operator.GREATER_OR_EQUAL;
  }

  private static PruningPredicate.Operator operator(NumericRange.Operator operator) {
    return switch (operator) {
      case EQUAL -> PruningPredicate.Operator.EQUAL;
      case NOT_EQUAL -> PruningPredicate.Operator.NOT_EQUAL;
      case LESS -> PruningPredicate.Operator.LESS;
      case LESS_OR_EQUAL -> PruningPredicate.Operator.LESS_OR_EQUAL;
      case GREATER -> PruningPredicate.Operator.GREATER;
      case GREATER_OR_EQUAL -> PruningPredicate.Operator.GREATER_OR_EQUAL;
    };
  }

  private static Optional<PruningPredicate> in(PhysicalExpr.In in) {
    List<ScanValue> values = new ArrayList<>();
    int column = -1;
    for (PhysicalExpr.Literal literal : in.values()) {
      Optional<NarrowedComparison> equal =
          NarrowedComparison.of(NumericRange.Operator.EQUAL, in.input(), literal)
              .filter(PruningPredicates::isComparable);
      if (equal.isEmpty()) {
        return Optional.empty();
      }
      column = equal.get().column().index();
      values.add(equal.get().value());
    }
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(new PruningPredicate.In(column, values));
  }

  private static Optional<PruningPredicate> like(List<PhysicalExpr> arguments) {
    if (!(arguments.get(0) instanceof PhysicalExpr.ColumnRef column)) {
      return Optional.empty();
    }
    Optional<byte[]> pattern = text(arguments.get(1));
    int escape = -1;
    if (arguments.size() > 2) {
      Optional<byte[]> given = text(arguments.get(2));
      if (given.isEmpty() || given.get().length == 0) {
        return Optional.empty();
      }
      escape = new String(given.get(), StandardCharsets.UTF_8).codePointAt(0);
    }
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    LikePattern compiled =
        LikePattern.compile(new String(pattern.get(), StandardCharsets.UTF_8), escape);
    if (compiled.exact().isPresent()) {
      return Optional.of(
          new PruningPredicate.Compare(
              column.index(),
              PruningPredicate.Operator.EQUAL,
              new ScanValue.Bytes(compiled.exact().get())));
    }
    byte[] prefix = compiled.prefix();
    return prefix.length == 0
        ? Optional.empty()
        : Optional.of(new PruningPredicate.StartsWith(column.index(), new ScanValue.Bytes(prefix)));
  }

  private static Optional<PruningPredicate> startsWith(List<PhysicalExpr> arguments) {
    Optional<byte[]> prefix = text(arguments.get(1));
    return arguments.get(0) instanceof PhysicalExpr.ColumnRef column && prefix.isPresent()
        ? Optional.of(
            new PruningPredicate.StartsWith(column.index(), new ScanValue.Bytes(prefix.get())))
        : Optional.empty();
  }

  private static Optional<byte[]> text(PhysicalExpr expression) {
    return expression instanceof PhysicalExpr.Literal literal
            && literal.value().isPresent()
            && literal.value().get() instanceof ScanValue.Bytes(byte[] bytes)
        ? Optional.of(bytes)
        : Optional.empty();
  }
}
