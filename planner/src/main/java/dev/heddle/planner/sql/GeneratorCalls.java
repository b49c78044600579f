package dev.heddle.planner.sql;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Functions that make rows, as other engines name them, written as {@code unnest}: {@code explode},
 * {@code posexplode}, {@code inline} and their {@code _outer} forms, {@code stack}, {@code
 * json_tuple}, {@code regexp_split_to_table} and {@code generate_subscripts}. Stateless.
 */
public final class GeneratorCalls {
  /** The functions that may follow FROM. */
  public static final List<String> NAMES =
      List.of(
          "explode",
          "explode_outer",
          "inline",
          "inline_outer",
          "posexplode",
          "posexplode_outer",
          "regexp_split_to_table",
          "stack");

  private static final int MAX_STACK = 1000;

  private GeneratorCalls() {}

  /** Returns the call of {@code unnest} that a call means; null if it is none of these. */
  public static Expression.@Nullable Call asUnnest(Expression.Call call) {
    boolean isPlain =
        call.name().size() == 1
            && !call.isDistinct()
            && call.filter() == null
            && call.over() == null
            && call.orderBy().isEmpty();
    if (!isPlain) {
      return null;
    }
    List<Expression> values = call.arguments().stream().map(Expression.Argument::value).toList();
    Span span = call.span();
    String name = call.name().getLast().text().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "explode", "inline" ->
          values.size() == 1 ? unnest(values.getFirst(), name.equals("inline"), span) : null;
      case "explode_outer", "inline_outer" ->
          values.size() == 1
              ? unnest(orNull(values.getFirst(), span), name.equals("inline_outer"), span)
              : null;
      case "posexplode" ->
          values.size() == 1 ? unnest(numbered(values.getFirst(), span), true, span) : null;
      case "posexplode_outer" ->
          values.size() == 1
              ? unnest(orNull(numbered(values.getFirst(), span), span), true, span)
              : null;
      case "stack" -> values.size() > 1 ? stack(values, span) : null;
      case "json_tuple" -> values.size() > 1 ? members(values, span) : null;
      case "regexp_split_to_table" ->
          unnest(call("regexp_split_to_array", values, span), false, span);
      case "generate_subscripts" ->
          values.size() == 2
                  && values.getLast() instanceof Expression.NumberLiteral dimension
                  && dimension.digits().equals("1")
              ? unnest(
                  call(
                      "generate_series",
                      List.of(number(1, span), call("len", values.subList(0, 1), span)),
                      span),
                  false,
                  span)
              : null;
      default -> null;
    };
  }

  private static Expression number(int value, Span span) {
    return new Expression.NumberLiteral(String.valueOf(value), span);
  }

  private static Name name(String text, Span span) {
    return new Name(text, true, span);
  }

  private static Expression.Call call(String name, List<Expression> values, Span span) {
    return Expression.Call.of(new Name(name, false, span), values, span);
  }

  /** An unnest, maybe of the fields of structs too. */
  private static Expression.Call unnest(Expression list, boolean hasFields, Span span) {
    Expression.Call plain = call("unnest", List.of(list), span);
    if (!hasFields) {
      return plain;
    }
    List<Expression.Argument> arguments = new ArrayList<>(plain.arguments());
    arguments.add(new Expression.Argument(name("max_depth", span), number(2, span)));
    return new Expression.Call(
        plain.name(), arguments, false, List.of(), List.of(), null, false, null, null, span);
  }

  /** A list, or one of a null instead of an empty or null one. */
  private static Expression orNull(Expression list, Span span) {
    Expression isThere =
        new Expression.Comparison(
            Expression.ComparisonOperator.GREATER,
            call("len", List.of(list), span),
            number(0, span),
            span);
    Expression nothing =
        new Expression.ListLiteral(List.of(new Expression.NullLiteral(span)), span);
    return new Expression.Case(null, List.of(new Expression.When(isThere, list)), nothing, span);
  }

  /** Structs of the position from 0 and the element. */
  private static Expression numbered(Expression list, Span span) {
    Name element = name("col", span);
    Name position = name("pos", span);
    Expression before =
        new Expression.Infix(
            column(position),
            List.of(new Expression.Term(Expression.InfixOperator.SUBTRACT, number(1, span))),
            span);
    Expression struct =
        new Expression.StructLiteral(
            List.of(
                new Expression.FieldValue(position, before),
                new Expression.FieldValue(element, column(element))),
            span);
    return new Expression.ListComprehension(struct, List.of(element, position), list, null, span);
  }

  private static Expression column(Name name) {
    return new Expression.ColumnReference(List.of(name), name.span());
  }

  /** {@code stack(n, a, b, ...)}: the values in n rows, filled up with nulls. */
  private static Expression.@Nullable Call stack(List<Expression> values, Span span) {
    if (!(values.getFirst() instanceof Expression.NumberLiteral count)
        || !count.digits().matches("[1-9]\\d{0,3}")
        || Integer.parseInt(count.digits()) > MAX_STACK) {
      return null;
    }
    int rows = Integer.parseInt(count.digits());
    int width = (values.size() - 1 + rows - 1) / rows;
    List<Expression> structs = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      List<Expression.FieldValue> fields = new ArrayList<>();
      for (int i = 0; i < width; i++) {
        int at = 1 + row * width + i;
        fields.add(
            new Expression.FieldValue(
                name("col" + i, span),
                at < values.size() ? values.get(at) : new Expression.NullLiteral(span)));
      }
      structs.add(new Expression.StructLiteral(fields, span));
    }
    return unnest(new Expression.ListLiteral(structs, span), true, span);
  }

  /** {@code json_tuple(json, 'a', 'b')}: columns of texts. */
  private static Expression.Call members(List<Expression> values, Span span) {
    List<Expression.FieldValue> fields = new ArrayList<>();
    for (int i = 1; i < values.size(); i++) {
      Expression text =
          call("json_extract_string", List.of(values.getFirst(), values.get(i)), span);
      fields.add(new Expression.FieldValue(name("c" + (i - 1), span), text));
    }
    return call("unnest", List.of(new Expression.StructLiteral(fields, span)), span);
  }
}
