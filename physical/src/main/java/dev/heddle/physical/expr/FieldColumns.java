package dev.heddle.physical.expr;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Lets what is derived of columns be derived of fields in struct columns too: each such field gets
 * a column number of its own meanwhile. Used once.
 */
final class FieldColumns {
  // above the columns of every batch
  private static final int FIRST = 1 << 24;

  private final List<FieldPath> paths = new ArrayList<>();

  /** Returns an expression that reads fields as columns. */
  PhysicalExpr asColumns(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.Call call) {
      Optional<FieldPath> path = path(call);
      if (path.isPresent()) {
        return new PhysicalExpr.ColumnRef(number(path.get()), call.type(), call.nullable());
      }
    }
    return Expressions.mapChildren(expression, this::asColumns);
  }

  private static Optional<FieldPath> path(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.ColumnRef ref) {
      return Optional.of(new FieldPath(ref.index(), List.of()));
    }
    if (!(expression instanceof PhysicalExpr.Call call
        && call.function() == ScalarFunction.FIELD
        && call.arguments().get(1) instanceof PhysicalExpr.Literal name
        && name.value().orElse(null) instanceof ScanValue.Bytes(byte[] text))) {
      return Optional.empty();
    }
    return path(call.arguments().getFirst())
        .map(
            around -> {
              List<String> names = new ArrayList<>(around.names());
              names.add(new String(text, StandardCharsets.UTF_8));
              return new FieldPath(around.column(), List.copyOf(names));
            });
  }

  private int number(FieldPath path) {
    int known = paths.indexOf(path);
    if (known < 0) {
      known = paths.size();
      paths.add(path);
    }
    return FIRST + known;
  }

  /**
   * Returns what an expression is evaluated over, and makes its columns positions in that.
   *
   * @param expression as {@link #asColumns} has returned it
   * @param inputs where to put the fields and columns, each once
   */
  PhysicalExpr overInputs(PhysicalExpr expression, List<FieldPath> inputs) {
    if (!(expression instanceof PhysicalExpr.ColumnRef ref)) {
      return Expressions.mapChildren(expression, part -> overInputs(part, inputs));
    }
    FieldPath input =
        ref.index() < FIRST
            ? new FieldPath(ref.index(), List.of())
            : paths.get(ref.index() - FIRST);
    if (!inputs.contains(input)) {
      inputs.add(input);
    }
    return new PhysicalExpr.ColumnRef(inputs.indexOf(input), ref.type(), ref.nullable());
  }

  /** Converts a predicate that was derived of such an expression to the columns. */
  PruningPredicate asFields(PruningPredicate predicate) {
    return switch (predicate) {
      case PruningPredicate.Compare leaf ->
          leaf.column() < FIRST
              ? leaf
              : asField(
                  leaf.column(),
                  column -> new PruningPredicate.Compare(column, leaf.operator(), leaf.value()));
      case PruningPredicate.In leaf ->
          leaf.column() < FIRST
              ? leaf
              : asField(leaf.column(), column -> new PruningPredicate.In(column, leaf.values()));
      case PruningPredicate.Among leaf ->
          leaf.column() < FIRST
              ? leaf
              : asField(leaf.column(), column -> new PruningPredicate.Among(column, leaf.values()));
      case PruningPredicate.StartsWith leaf ->
          leaf.column() < FIRST
              ? leaf
              : asField(
                  leaf.column(), column -> new PruningPredicate.StartsWith(column, leaf.prefix()));
      case PruningPredicate.IsNull leaf ->
          leaf.column() < FIRST ? leaf : asField(leaf.column(), PruningPredicate.IsNull::new);
      case PruningPredicate.IsNotNull leaf ->
          leaf.column() < FIRST ? leaf : asField(leaf.column(), PruningPredicate.IsNotNull::new);
      case PruningPredicate.AnyOf any ->
          new PruningPredicate.AnyOf(any.predicates().stream().map(this::asFields).toList());
      case PruningPredicate.AllOf all ->
          new PruningPredicate.AllOf(all.predicates().stream().map(this::asFields).toList());
      case PruningPredicate.InStruct _, PruningPredicate.Runtime _ -> predicate;
    };
  }

  private PruningPredicate asField(int number, IntFunction<PruningPredicate> predicate) {
    FieldPath path = paths.get(number - FIRST);
    return new PruningPredicate.InStruct(
        path.column(), path.names(), predicate.apply(path.column()));
  }
}
