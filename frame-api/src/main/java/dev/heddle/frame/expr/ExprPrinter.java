package dev.heddle.frame.expr;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes expressions as SQL-like text for plans, messages and the names of unnamed columns. Very
 * long texts are cut.
 */
final class ExprPrinter {
  /** Characters from which on a text is remembered, as its part may be in several places. */
  private static final int LONG_CHARACTERS = 256;

  /** Characters of a part; each level of nesting may double what is written out. */
  private static final int MAX_CHARACTERS = 20_000;

  private final IdentityHashMap<Expr, String> texts = new IdentityHashMap<>(4);

  private ExprPrinter() {}

  static String join(List<? extends Expr> exprs) {
    return new ExprPrinter().texts(exprs);
  }

  static String print(Expr expr) {
    return new ExprPrinter().text(expr);
  }

  private String texts(List<? extends Expr> exprs) {
    return exprs.stream().map(this::text).collect(Collectors.joining(", "));
  }

  private String text(Expr expr) {
    String known = texts.isEmpty() ? null : texts.get(expr);
    if (known != null) {
      return known;
    }
    String text = written(expr);
    if (text.length() > LONG_CHARACTERS) {
      text = text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) + "..." : text;
      texts.put(expr, text);
    }
    return text;
  }

  private String written(Expr expr) {
    return switch (expr) {
      case Expr.Column column -> column.name();
      case Expr.BoundColumn column -> column.name();
      case Expr.OuterColumn column -> "outer(" + column.name() + ")";
      case Expr.OuterName column ->
          "outer(".repeat(column.levels()) + column.name() + ")".repeat(column.levels());
      case Expr.Parameter parameter -> "$" + parameter.name();
      case Expr.SqlText text -> text.text();
      case Expr.ScalarSubquery query -> "(" + query.plan() + ")";
      case Expr.ExistsSubquery query -> "EXISTS (" + query.plan() + ")";
      case Expr.ArraySubquery query -> "ARRAY(" + query.plan() + ")";
      case Expr.QuantifiedSubquery query -> quantified(query);
      case Expr.Literal literal -> literal(literal);
      case Expr.Call call -> call(call);
      case Expr.UserCall call -> call.function().name() + "(" + texts(call.arguments()) + ")";
      case Expr.Cast cast ->
          (cast.mode() == CastMode.TRY ? "try_cast(" : "cast(")
              + text(cast.operand())
              + " AS "
              + cast.type().sqlName()
              + ")";
      case Expr.Case cases -> cases(cases);
      case Expr.In in -> operand(in.operand()) + " IN (" + texts(in.values()) + ")";
      case Expr.Alias alias -> text(alias.operand()) + " AS " + alias.name();
      case Expr.Aggregate call -> aggregate(call);
      case Expr.WindowCall call ->
          call.function().displayName()
              + "("
              + texts(call.arguments())
              + ")"
              + (call.nulls() == NullTreatment.IGNORE ? " IGNORE NULLS" : "");
      case Expr.Over over -> text(over.call()) + " OVER (" + over.window() + ")";
    };
  }

  private String quantified(Expr.QuantifiedSubquery query) {
    String operands =
        query.operands().size() == 1
            ? operand(query.operands().getFirst())
            : "(" + texts(query.operands()) + ")";
    return query.comparison() == ScalarFunction.EQ
        ? operands + " IN (" + query.plan() + ")"
        : operands + " " + query.comparison().displayName() + " ANY (" + query.plan() + ")";
  }

  private String literal(Expr.Literal literal) {
    Object value = literal.value();
    if (value == null) {
      return "NULL";
    }
    return switch (literal.type()) {
      case DataType.Str t -> "'" + ((String) value).replace("'", "''") + "'";
      case DataType.Decimal t -> ((BigDecimal) value).toPlainString();
      case DataType.Binary t -> ((Bytes) value).toString();
      case DataType.Date t -> "DATE '" + value + "'";
      case DataType.Time t -> "TIME '" + value + "'";
      case DataType.Timestamp t -> "TIMESTAMP '" + value + "'";
      case DataType.Interval t -> "INTERVAL '" + value + "'";
      case DataType.Json t -> "JSON '" + ((String) value).replace("'", "''") + "'";
      case DataType.Enumeration t ->
          "'" + ((String) value).replace("'", "''") + "'::" + t.sqlName();
      case DataType.Uuid t -> "UUID '" + value + "'";
      default -> Objects.toString(value);
    };
  }

  private String call(Expr.Call call) {
    List<Expr> arguments = call.arguments();
    String name = call.function().displayName();
    return switch (call.function()) {
      case VALUE, CHECKED_VALUE ->
          ValueFunction.of(String.valueOf(((Expr.Literal) arguments.getFirst()).value()))
                  .displayName()
              + "("
              + texts(arguments.subList(1, arguments.size()))
              + ")";
      case RANDOM -> "random(" + texts(arguments.subList(1, arguments.size())) + ")";
      case IS_NULL -> operand(arguments.getFirst()) + " IS NULL";
      case IS_NOT_NULL -> operand(arguments.getFirst()) + " IS NOT NULL";
      case IS_TRUE -> operand(arguments.getFirst()) + " IS TRUE";
      case IS_NOT_TRUE -> operand(arguments.getFirst()) + " IS NOT TRUE";
      case IS_FALSE -> operand(arguments.getFirst()) + " IS FALSE";
      case IS_NOT_FALSE -> operand(arguments.getFirst()) + " IS NOT FALSE";
      case IS_DISTINCT_FROM -> infix(arguments, "IS DISTINCT FROM");
      case IS_NOT_DISTINCT_FROM -> infix(arguments, "IS NOT DISTINCT FROM");
      case NOT -> "NOT " + operand(arguments.getFirst());
      case NEGATE -> "-" + operand(arguments.getFirst());
      case TRUE_DIVIDE -> infix(arguments, "/");
      case LIKE, ILIKE ->
          infix(arguments.subList(0, 2), name.toUpperCase(Locale.ROOT))
              + (arguments.size() > 2 ? " ESCAPE " + operand(arguments.get(2)) : "");
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> lambda(call);
      case LAMBDA_PARAMETER -> parameter(call);
      default ->
          call.function().isInfix()
              ? infix(arguments, name.toUpperCase(Locale.ROOT))
              : name + "(" + texts(arguments) + ")";
    };
  }

  /** The number of the parameters is seen in their names. */
  private String lambda(Expr.Call call) {
    return call.function().displayName()
        + "("
        + text(call.arguments().getFirst())
        + ", "
        + text(call.arguments().get(2))
        + ")";
  }

  private String parameter(Expr.Call call) {
    LambdaRole role =
        LambdaRole.of(String.valueOf(((Expr.Literal) call.arguments().getLast()).value()));
    return role.label(Lambdas.binding(call));
  }

  private String infix(List<Expr> arguments, String sign) {
    return arguments.stream().map(this::operand).collect(Collectors.joining(" " + sign + " "));
  }

  private String operand(Expr expr) {
    boolean isClosed =
        switch (expr) {
          case Expr.Column e -> true;
          case Expr.BoundColumn e -> true;
          case Expr.OuterColumn e -> true;
          case Expr.OuterName e -> true;
          case Expr.Parameter e -> true;
          case Expr.SqlText e -> false;
          case Expr.ScalarSubquery e -> true;
          case Expr.ExistsSubquery e -> true;
          case Expr.ArraySubquery e -> true;
          case Expr.QuantifiedSubquery e -> false;
          case Expr.Literal e -> true;
          case Expr.UserCall e -> true;
          case Expr.Cast e -> true;
          case Expr.Case e -> true;
          case Expr.Aggregate e -> true;
          case Expr.WindowCall e -> true;
          case Expr.Over e -> true;
          case Expr.In e -> false;
          case Expr.Alias e -> false;
          case Expr.Call e -> !printsOpen(e.function());
        };
    return isClosed ? text(expr) : "(" + text(expr) + ")";
  }

  private static boolean printsOpen(ScalarFunction function) {
    return switch (function) {
      case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> true;
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, NOT, NEGATE, TRUE_DIVIDE -> true;
      default -> function.isInfix();
    };
  }

  private String cases(Expr.Case cases) {
    StringBuilder text = new StringBuilder("CASE");
    for (Expr.Branch branch : cases.branches()) {
      text.append(" WHEN ").append(text(branch.condition()));
      text.append(" THEN ").append(text(branch.value()));
    }
    if (!(cases.otherwise() instanceof Expr.Literal literal && literal.isNullLiteral())) {
      text.append(" ELSE ").append(text(cases.otherwise()));
    }
    return text.append(" END").toString();
  }

  private String aggregate(Expr.Aggregate call) {
    if (call.function() == AggregateFunction.COUNT_ALL) {
      return "count(*)" + condition(call);
    }
    String order =
        call.orderBy().isEmpty()
            ? ""
            : " ORDER BY "
                + call.orderBy().stream().map(SortKey::toString).collect(Collectors.joining(", "));
    String name = call.user() == null ? call.function().displayName() : call.user().name();
    return name
        + (call.isDistinct() ? "(DISTINCT " : "(")
        + texts(call.arguments())
        + order
        + ")"
        + condition(call);
  }

  private String condition(Expr.Aggregate call) {
    return call.condition() == null ? "" : " FILTER (WHERE " + text(call.condition()) + ")";
  }
}
