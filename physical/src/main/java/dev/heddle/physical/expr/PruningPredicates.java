package dev.heddle.physical.expr;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.number.NumericRange;
import dev.heddle.physical.kernel.text.LikePattern;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Derives from a predicate what statistics can disprove.
 *
 * <p>What is derived is implied by the predicate: parts of a conjunction that have no such form are
 * left out. Fields of struct columns count as columns. Of casts only exact widening is seen
 * through, and what {@link SteppedComparisons} knows.
 */
public final class PruningPredicates {
  private PruningPredicates() {}

  /** Returns the statistics form of a predicate, or why it has none. */
  public static PruningForm of(PhysicalExpr predicate) {
    FieldColumns fields = new FieldColumns();
    PruningForm form = derive(fields.asColumns(predicate), false);
    return new PruningForm(form.predicate().map(fields::asFields), form.residual());
  }

  /** Returns the form of {@code predicate is true}, or of {@code predicate is false}. */
  private static PruningForm derive(PhysicalExpr predicate, boolean negated) {
    return switch (predicate) {
      case PhysicalExpr.ColumnRef ref ->
          PruningForm.exact(
              new PruningPredicate.Compare(
                  ref.index(), PruningPredicate.Operator.EQUAL, new ScanValue.Truth(!negated)));
      case PhysicalExpr.In in -> in(in, negated);
      case PhysicalExpr.Call call -> call(call, negated);
      case PhysicalExpr.Literal _, PhysicalExpr.LambdaParameter _ ->
          PruningForm.none("it reads no column");
      case PhysicalExpr.UserCall _ -> PruningForm.none("it is the result of the user's own code");
      case PhysicalExpr.Cast _ -> PruningForm.none("it is the result of a cast");
      case PhysicalExpr.Case _ -> PruningForm.none("it is the result of a CASE");
    };
  }

  private static PruningForm call(PhysicalExpr.Call call, boolean negated) {
    List<PhysicalExpr> arguments = call.arguments();
    ScalarFunction function = call.function();
    return switch (function) {
      case AND -> negated ? any(arguments, true) : all(arguments, false);
      case OR -> negated ? all(arguments, true) : any(arguments, false);
      case NOT -> derive(arguments.getFirst(), !negated);
      case IS_TRUE, IS_FALSE ->
          negated
              ? PruningForm.none("it is true for nulls too")
              : derive(arguments.getFirst(), function == ScalarFunction.IS_FALSE);
      case IS_NULL, IS_NOT_NULL ->
          arguments.getFirst() instanceof PhysicalExpr.ColumnRef ref && !ref.type().isNested()
              ? PruningForm.exact(
                  (function == ScalarFunction.IS_NULL) != negated
                      ? new PruningPredicate.IsNull(ref.index())
                      : new PruningPredicate.IsNotNull(ref.index()))
              : PruningForm.none("it tests an expression or a nested value, not a flat column");
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ -> {
        NumericRange.Operator operator = Compiler.operator(function);
        yield compare(negated ? operator.negated() : operator, arguments.get(0), arguments.get(1));
      }
      case IS_NOT_DISTINCT_FROM, IS_DISTINCT_FROM ->
          (function == ScalarFunction.IS_NOT_DISTINCT_FROM) != negated
              ? compare(NumericRange.Operator.EQUAL, arguments.get(0), arguments.get(1))
              : PruningForm.none("it is true for nulls too");
      case LIKE -> negated ? PruningForm.none("bounds do not decide NOT LIKE") : like(arguments);
      case STARTS_WITH ->
          negated
              ? PruningForm.none("bounds do not decide that texts do not start so")
              : startsWith(arguments);
      default -> PruningForm.none("bounds do not decide " + function.sqlNames().getFirst());
    };
  }

  private static PruningForm all(List<PhysicalExpr> parts, boolean negated) {
    List<PruningPredicate> derived = new ArrayList<>();
    Optional<String> residual = Optional.empty();
    for (PhysicalExpr part : parts) {
      PruningForm form = derive(part, negated);
      form.predicate().ifPresent(derived::add);
      residual = residual.or(form::residual);
    }
    return switch (derived.size()) {
      case 0 -> new PruningForm(Optional.empty(), residual);
      case 1 -> new PruningForm(Optional.of(derived.getFirst()), residual);
      default -> new PruningForm(Optional.of(new PruningPredicate.AllOf(derived)), residual);
    };
  }

  private static PruningForm any(List<PhysicalExpr> parts, boolean negated) {
    List<PruningPredicate> derived = new ArrayList<>();
    Optional<String> residual = Optional.empty();
    for (PhysicalExpr part : parts) {
      PruningForm form = derive(part, negated);
      if (form.predicate().isEmpty()) {
        return form;
      }
      derived.add(form.predicate().get());
      residual = residual.or(form::residual);
    }
    return new PruningForm(Optional.of(new PruningPredicate.AnyOf(derived)), residual);
  }

  private static PruningForm compare(
      NumericRange.Operator operator, PhysicalExpr left, PhysicalExpr right) {
    Optional<NarrowedComparison> narrowed = NarrowedComparison.of(operator, left, right);
    if (narrowed.isEmpty()) {
      return SteppedComparisons.of(operator, left, right)
          .orElseGet(
              () -> PruningForm.none("it does not compare a column with a constant of its range"));
    }
    NarrowedComparison comparison = narrowed.get();
    return whyNotComparable(comparison)
        .map(PruningForm::none)
        .orElseGet(
            () ->
                PruningForm.exact(
                    new PruningPredicate.Compare(
                        comparison.column().index(),
                        operator(comparison.operator()),
                        comparison.value())));
  }

  private static Optional<String> whyNotComparable(NarrowedComparison comparison) {
    return switch (comparison.value()) {
      case ScanValue.Whole(BigInteger whole) ->
          whole.bitLength() < 8 * Layout.of(comparison.column().type()).byteWidth()
              ? Optional.empty()
              : Optional.of("the constant is beyond the column's range");
      case ScanValue.Floating(double number) ->
          Double.isNaN(number) ? Optional.of("bounds do not decide NaN") : Optional.empty();
      case ScanValue.Truth _, ScanValue.Bytes _ -> Optional.empty();
      case ScanValue.Span _ -> Optional.of("files know no order of intervals");
    };
  }

  static PruningPredicate.Operator operator(NumericRange.Operator operator) {
    return switch (operator) {
      case EQUAL -> PruningPredicate.Operator.EQUAL;
      case NOT_EQUAL -> PruningPredicate.Operator.NOT_EQUAL;
      case LESS -> PruningPredicate.Operator.LESS;
      case LESS_OR_EQUAL -> PruningPredicate.Operator.LESS_OR_EQUAL;
      case GREATER -> PruningPredicate.Operator.GREATER;
      case GREATER_OR_EQUAL -> PruningPredicate.Operator.GREATER_OR_EQUAL;
    };
  }

  private static PruningForm in(PhysicalExpr.In in, boolean negated) {
    NumericRange.Operator operator =
        negated ? NumericRange.Operator.NOT_EQUAL : NumericRange.Operator.EQUAL;
    List<PruningPredicate> each = new ArrayList<>();
    List<ScanValue> values = new ArrayList<>();
    for (PhysicalExpr.Literal literal : in.values()) {
      PruningForm one = compare(operator, in.input(), literal);
      if (one.predicate().isEmpty() || one.residual().isPresent()) {
        return PruningForm.none(one.residual().orElseThrow());
      }
      if (!(one.predicate().get() instanceof PruningPredicate.Compare compare)) {
        return PruningForm.none("it looks for a list in an expression, not a column");
      }
      each.add(compare);
      values.add(compare.value());
    }
    if (each.isEmpty()) {
      return PruningForm.none("the list is empty");
    }
    return PruningForm.exact(
        negated
            ? new PruningPredicate.AllOf(each)
            : new PruningPredicate.In(
                ((PruningPredicate.Compare) each.getFirst()).column(), values));
  }

  private static PruningForm like(List<PhysicalExpr> arguments) {
    if (!(arguments.get(0) instanceof PhysicalExpr.ColumnRef column)) {
      return PruningForm.none("it searches an expression, not a column");
    }
    Optional<byte[]> pattern = text(arguments.get(1));
    int escape = -1;
    if (arguments.size() > 2) {
      Optional<byte[]> given = text(arguments.get(2));
      if (given.isEmpty() || given.get().length == 0) {
        return PruningForm.none("the escape character is no constant");
      }
      escape = new String(given.get(), StandardCharsets.UTF_8).codePointAt(0);
    }
    if (pattern.isEmpty()) {
      return PruningForm.none("the pattern is no constant");
    }
    LikePattern compiled =
        LikePattern.compile(new String(pattern.get(), StandardCharsets.UTF_8), escape);
    if (compiled.exact().isPresent()) {
      return PruningForm.exact(
          new PruningPredicate.Compare(
              column.index(),
              PruningPredicate.Operator.EQUAL,
              new ScanValue.Bytes(compiled.exact().get())));
    }
    byte[] prefix = compiled.prefix();
    if (prefix.length == 0) {
      return PruningForm.none("the pattern starts with a wildcard");
    }
    PruningPredicate starts =
        new PruningPredicate.StartsWith(column.index(), new ScanValue.Bytes(prefix));
    return compiled.isPrefix()
        ? PruningForm.exact(starts)
        : PruningForm.implied(starts, "bounds decide only the pattern's beginning");
  }

  private static PruningForm startsWith(List<PhysicalExpr> arguments) {
    Optional<byte[]> prefix = text(arguments.get(1));
    return arguments.get(0) instanceof PhysicalExpr.ColumnRef column && prefix.isPresent()
        ? PruningForm.exact(
            new PruningPredicate.StartsWith(column.index(), new ScanValue.Bytes(prefix.get())))
        : PruningForm.none("it does not compare a column with a constant");
  }

  private static Optional<byte[]> text(PhysicalExpr expression) {
    return expression instanceof PhysicalExpr.Literal literal
            && literal.value().isPresent()
            && literal.value().get() instanceof ScanValue.Bytes(byte[] bytes)
        ? Optional.of(bytes)
        : Optional.empty();
  }
}
