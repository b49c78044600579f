package dev.heddle.physical.expr;

import dev.heddle.frame.expr.ScalarFunction;
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
  // no batch has so many columns
  private static final int FIRST = 1 << 24;

  private final List<Path> paths = new ArrayList<>();

  /** A field: the struct column, and the names from there on. */
  private record Path(int column, List<String> names) {}

  /** Returns an expression that reads fields as columns. */
  PhysicalExpr asColumns(PhysicalExpr expression) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef _, PhysicalExpr.Literal _, PhysicalExpr.Case _ -> expression;
      case PhysicalExpr.Cast cast ->
          new PhysicalExpr.Cast(asColumns(cast.input()), cast.type(), cast.mode(), cast.nullable());
      case PhysicalExpr.In in ->
          new PhysicalExpr.In(asColumns(in.input()), in.values(), in.nullable());
      case PhysicalExpr.Call call -> {
        Optional<Path> path = path(call);
        yield path.isPresent()
            ? new PhysicalExpr.ColumnRef(number(path.get()), call.type(), call.nullable())
            : new PhysicalExpr.Call(
                call.function(),
                call.arguments().stream().map(this::asColumns).toList(),
                call.type(),
                call.nullable());
      }
    };
  }

  private static Optional<Path> path(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.ColumnRef ref) {
      return Optional.of(new Path(ref.index(), List.of()));
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
              List<String> names = new ArrayList<>(around.names);
              names.add(new String(text, StandardCharsets.UTF_8));
              return new Path(around.column, List.copyOf(names));
            });
  }

  private int number(Path path) {
    int known = paths.indexOf(path);
    if (known < 0) {
      known = paths.size();
      paths.add(path);
    }
    return FIRST + known;
  }

  /** Returns what a predicate that was derived of such an expression says of the columns. */
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
    Path path = paths.get(number - FIRST);
    return new PruningPredicate.InStruct(path.column, path.names, predicate.apply(path.column));
  }
}
