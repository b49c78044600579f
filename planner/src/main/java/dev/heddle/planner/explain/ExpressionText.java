package dev.heddle.planner.explain;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Physical expressions as text close to SQL, with the names of their input's columns. Stateless.
 */
public final class ExpressionText {
  private ExpressionText() {}

  /** Returns the text of an expression over columns of these names. */
  public static String of(PhysicalExpr expression, Schema input) {
    StringBuilder text = new StringBuilder();
    write(text, expression, input);
    return text.toString();
  }

  /** Writes into one text: texts of parts would be copied once for each level around them. */
  private static void write(StringBuilder text, PhysicalExpr expression, Schema input) {
    switch (expression) {
      case PhysicalExpr.ColumnRef column -> text.append(name(column.index(), input));
      case PhysicalExpr.Literal literal ->
          text.append(literal.value().map(value -> value(value, literal.type())).orElse("NULL"));
      case PhysicalExpr.LambdaParameter parameter -> text.append(parameter.label());
      case PhysicalExpr.Call call -> call(text, call, input);
      case PhysicalExpr.UserCall call -> {
        text.append(call.function().name()).append('(');
        join(text, call.arguments(), ", ", part -> write(text, part, input));
        text.append(')');
      }
      case PhysicalExpr.Cast cast -> {
        text.append(cast.mode() == CastMode.TRY ? "TRY_CAST(" : "CAST(");
        write(text, cast.input(), input);
        text.append(" AS ").append(cast.type().sqlName()).append(')');
      }
      case PhysicalExpr.Case branches -> {
        text.append("CASE");
        for (PhysicalExpr.Branch branch : branches.branches()) {
          text.append(" WHEN ");
          write(text, branch.condition(), input);
          text.append(" THEN ");
          write(text, branch.value(), input);
        }
        text.append(" ELSE ");
        write(text, branches.otherwise(), input);
        text.append(" END");
      }
      case PhysicalExpr.In in -> {
        operand(text, in.input(), input);
        text.append(" IN ");
        list(text, in.values(), input);
      }
    }
  }

  private static void join(
      StringBuilder text,
      List<? extends PhysicalExpr> parts,
      String separator,
      Consumer<PhysicalExpr> writer) {
    String before = "";
    for (PhysicalExpr part : parts) {
      text.append(before);
      writer.accept(part);
      before = separator;
    }
  }

  private static void list(
      StringBuilder text, List<? extends PhysicalExpr> expressions, Schema input) {
    int shown = Math.min(expressions.size(), 10);
    text.append('(');
    join(text, expressions.subList(0, shown), ", ", part -> write(text, part, input));
    if (shown < expressions.size()) {
      text.append(", ... ").append(expressions.size());
    }
    text.append(')');
  }

  static String name(int column, Schema input) {
    return column < input.size() ? input.field(column).name() : "#" + column;
  }

  private static void call(StringBuilder text, PhysicalExpr.Call call, Schema input) {
    List<PhysicalExpr> arguments = call.arguments();
    ScalarFunction function = call.function();
    if (function.isInfix() && arguments.size() >= 2) {
      String sign = " " + function.displayName().toUpperCase(java.util.Locale.ROOT) + " ";
      join(text, arguments, sign, part -> operand(text, part, input));
      return;
    }
    switch (function) {
      case NOT -> {
        text.append("NOT ");
        operand(text, arguments.getFirst(), input);
      }
      case IS_NULL -> postfix(text, arguments, " IS NULL", input);
      case IS_NOT_NULL -> postfix(text, arguments, " IS NOT NULL", input);
      case IS_TRUE -> postfix(text, arguments, " IS TRUE", input);
      case IS_NOT_TRUE -> postfix(text, arguments, " IS NOT TRUE", input);
      case IS_FALSE -> postfix(text, arguments, " IS FALSE", input);
      case IS_NOT_FALSE -> postfix(text, arguments, " IS NOT FALSE", input);
      case FIELD -> {
        if (arguments.getLast() instanceof PhysicalExpr.Literal name
            && name.value().orElse(null) instanceof ScanValue.Bytes(byte[] field)) {
          postfix(text, arguments, "." + new String(field, StandardCharsets.UTF_8), input);
        } else {
          function(text, function, arguments, input);
        }
      }
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE ->
          function(text, function, List.of(arguments.get(0), arguments.get(2)), input);
      default -> function(text, function, arguments, input);
    }
  }

  private static void postfix(
      StringBuilder text, List<PhysicalExpr> arguments, String suffix, Schema input) {
    operand(text, arguments.getFirst(), input);
    text.append(suffix);
  }

  private static void function(
      StringBuilder text, ScalarFunction function, List<PhysicalExpr> arguments, Schema input) {
    text.append(function.displayName());
    list(text, arguments, input);
  }

  /** Puts brackets around what binds less tightly than a comparison or product. */
  private static void operand(StringBuilder text, PhysicalExpr expression, Schema input) {
    boolean isInfix =
        expression instanceof PhysicalExpr.Call call
            && (call.function().isInfix() || call.function() == ScalarFunction.NOT);
    text.append(isInfix ? "(" : "");
    write(text, expression, input);
    text.append(isInfix ? ")" : "");
  }

  /** Returns a constant as SQL writes it. */
  static String value(ScanValue value, DataType type) {
    return switch (value) {
      case ScanValue.Truth truth -> truth.value() ? "TRUE" : "FALSE";
      case ScanValue.Floating floating -> Double.toString(floating.value());
      case ScanValue.Span span ->
          "INTERVAL '"
              + span.months()
              + " months "
              + span.days()
              + " days "
              + span.micros()
              + " us'";
      case ScanValue.Bytes bytes ->
          type instanceof DataType.Binary
              ? "X'" + HexFormat.of().formatHex(bytes.value()) + "'"
              : "'" + new String(bytes.value(), StandardCharsets.UTF_8).replace("'", "''") + "'";
      case ScanValue.Whole whole ->
          switch (type) {
            case DataType.Decimal decimal ->
                new BigDecimal(whole.value(), decimal.scale()).toPlainString();
            case DataType.Date ignored ->
                "DATE '" + LocalDate.ofEpochDay(whole.value().longValue()) + "'";
            case DataType.Time ignored ->
                "TIME '" + LocalTime.ofNanoOfDay(whole.value().longValue() * 1000) + "'";
            case DataType.Timestamp stamp -> {
              long perSecond = stamp.unit().perSecond();
              long number = whole.value().longValue();
              long scale = stamp.unit() == TimestampUnit.NANOS ? 1 : 1000;
              yield "TIMESTAMP '"
                  + LocalDateTime.ofEpochSecond(
                      Math.floorDiv(number, perSecond),
                      (int) (Math.floorMod(number, perSecond) * scale),
                      ZoneOffset.UTC)
                  + "'";
            }
            default -> whole.value().toString();
          };
    };
  }

  /**
   * Returns the form of a conjunct that statistics can disprove; columns are those of a request.
   */
  static String of(PruningPredicate predicate, Schema columns) {
    return of(predicate, columns::field);
  }

  private static String of(PruningPredicate predicate, IntFunction<Field> columns) {
    return switch (predicate) {
      case PruningPredicate.Compare compare ->
          columns.apply(compare.column()).name()
              + switch (compare.operator()) {
                case EQUAL -> " = ";
                case NOT_EQUAL -> " <> ";
                case LESS -> " < ";
                case LESS_OR_EQUAL -> " <= ";
                case GREATER -> " > ";
                case GREATER_OR_EQUAL -> " >= ";
              }
              + value(compare.value(), columns.apply(compare.column()).type());
      case PruningPredicate.In in ->
          columns.apply(in.column()).name() + " in " + in.values().size() + " values";
      case PruningPredicate.Among among ->
          columns.apply(among.column()).name() + " in " + among.values().size() + " values";
      case PruningPredicate.StartsWith starts ->
          columns.apply(starts.column()).name()
              + " starts with "
              + value(starts.prefix(), DataType.STRING);
      case PruningPredicate.IsNull isNull -> columns.apply(isNull.column()).name() + " is null";
      case PruningPredicate.IsNotNull isNotNull ->
          columns.apply(isNotNull.column()).name() + " is not null";
      case PruningPredicate.InStruct inStruct ->
          of(inStruct.predicate(), column -> field(columns.apply(column), inStruct.path()));
      case PruningPredicate.Runtime runtime -> of(runtime.now(), columns);
      case PruningPredicate.AnyOf any ->
          any.predicates().stream()
              .map(one -> of(one, columns))
              .collect(Collectors.joining(" or ", "(", ")"));
      case PruningPredicate.AllOf all ->
          all.predicates().stream()
              .map(one -> of(one, columns))
              .collect(Collectors.joining(" and ", "(", ")"));
    };
  }

  /** Returns a field in a struct, under its whole name. */
  private static Field field(Field column, List<String> path) {
    Field found = column;
    for (String name : path) {
      DataType.Struct struct = (DataType.Struct) found.type();
      found =
          new Field(
              found.name() + "." + name, struct.fields().get(struct.indexOf(name)).type(), true);
    }
    return found;
  }
}
