package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionKind;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls of {@code list_aggregate} with aggregates that no function of lists computes: the query of
 * the aggregate over the list's elements, null for a list that is null.
 */
public final class ListAggregation {
  private static final Set<String> NAMES =
      Set.of("list_aggregate", "list_aggr", "array_aggregate", "array_aggr");

  /** Aggregates that {@code list_aggregate} of the catalogue knows under other names. */
  private static final Set<String> RENAMED =
      Set.of(
          "arbitrary",
          "array_agg",
          "first",
          "group_concat",
          "last",
          "list",
          "listagg",
          "mean",
          "stddev",
          "variance");

  private ListAggregation() {}

  /** Returns what a call means, or null if the catalogue has its meaning. */
  public static @Nullable Expression query(Expression.Call call) {
    String function = call.name().getLast().text().toLowerCase(Locale.ROOT);
    List<Expression> values = call.arguments().stream().map(Expression.Argument::value).toList();
    if (!NAMES.contains(function)
        || values.size() < 2
        || !(values.get(1) instanceof Expression.TextLiteral aggregate)) {
      return null;
    }
    String key = aggregate.value().toLowerCase(Locale.ROOT);
    boolean isOfLists = RENAMED.contains(key) || !FunctionCatalogue.find("list_" + key).isEmpty();
    boolean isAggregate =
        FunctionCatalogue.find(key).stream()
            .anyMatch(entry -> entry.kind() == FunctionKind.AGGREGATE);
    return isOfLists || !isAggregate ? null : overElements(values, key, call.span());
  }

  private static Expression overElements(List<Expression> values, String aggregate, Span span) {
    Expression list = values.getFirst();
    Name element = new Name("list element", true, span);
    Expression column = new Expression.ColumnReference(List.of(element), span);
    List<Expression> arguments = Stream.concat(Stream.of(column), values.stream().skip(2)).toList();
    Expression result = Expression.Call.of(new Name(aggregate, false, span), arguments, span);
    Relation elements =
        new Relation.Function(
            Expression.Call.of(new Name("unnest", false, span), List.of(list), span),
            false,
            false,
            new Relation.Alias(new Name("list elements", true, span), List.of(element)),
            span);
    Query query =
        Query.of(
            new Query.Select(
                null,
                List.of(new Query.SelectItem(result, null, span)),
                elements,
                null,
                null,
                null,
                List.of(),
                null,
                span));
    return new Expression.Case(
        null,
        List.of(
            new Expression.When(
                new Expression.IsTest(list, Expression.IsKind.NULL, true, span),
                new Expression.ScalarQuery(query, span))),
        null,
        span);
  }
}
