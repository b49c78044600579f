package dev.heddle.planner.explain;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.ScalarFunction;
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
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Physical expressions as text close to SQL, with the names of their input's columns. Stateless.
 */
public final class ExpressionText {
  private ExpressionText() {}

  /** Returns the text of an expression over columns of these names. */
  public static String of(PhysicalExpr expression, Schema input) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef column -> name(column.index(), input);
      case PhysicalExpr.Literal literal ->
          literal.value().map(value -> value(value, literal.type())).orElse("NULL");
      case PhysicalExpr.LambdaParameter parameter -> parameter.label();
      case PhysicalExpr.Call call -> call(call, input);
      case PhysicalExpr.UserCall call ->
          call.function().name()
              + "("
              + call.arguments().stream().map(a -> of(a, input)).collect(Collectors.joining(", "))
              + ")";
      case PhysicalExpr.Cast cast ->
          (cast.mode() == CastMode.TRY ? "TRY_CAST(" : "CAST(")
              + of(cast.input(), input)
              + " AS "
              + cast.type().sqlName()
              + ")";
      case PhysicalExpr.Case branches -> {
        StringBuilder text = new StringBuilder("CASE");
        for (PhysicalExpr.Branch branch : branches.branches()) {
          text.append(" WHEN ").append(of(branch.condition(), input));
          text.append(" THEN ").append(of(branch.value(), input));
        }
        yield text.append(" ELSE ")
            .append(of(branches.otherwise(), input))
            .append(" END")
            .toString();
      }
      case PhysicalExpr.In in -> operand(in.input(), input) + " IN " + list(in.values(), input);
    };
  }

  private static String list(List<? extends PhysicalExpr> expressions, Schema input) {
    int shown = Math.min(expressions.size(), 10);
    String text =
        expressions.subList(0, shown).stream()
            .map(e -> of(e, input))
            .collect(Collectors.joining(", "));
    return "(" + text + (shown < expressions.size() ? ", ... " + expressions.size() : "") + ")";
  }

  static String name(int column, Schema input) {
    return column < input.size() ? input.field(column).name() : "#" + column;
  }

  private static String call(PhysicalExpr.Call call, Schema input) {
    List<PhysicalExpr> arguments = call.arguments();
    ScalarFunction function = call.function();
    if (function.isInfix() && arguments.size() >= 2) {
      String sign = " " + function.displayName().toUpperCase(java.util.Locale.ROOT) + " ";
      return arguments.stream().map(a -> operand(a, input)).collect(Collectors.joining(sign));
    }
    return switch (function) {
      case NOT -> "NOT " + operand(arguments.getFirst(), input);
      case IS_NULL -> operand(arguments.getFirst(), input) + " IS NULL";
      case IS_NOT_NULL -> operand(arguments.getFirst(), input) + " IS NOT NULL";
      case IS_TRUE -> operand(arguments.getFirst(), input) + " IS TRUE";
      case IS_NOT_TRUE -> operand(arguments.getFirst(), input) + " IS NOT TRUE";
      case IS_FALSE -> operand(arguments.getFirst(), input) + " IS FALSE";
      case IS_NOT_FALSE -> operand(arguments.getFirst(), input) + " IS NOT FALSE";
      case FIELD ->
          arguments.getLast() instanceof PhysicalExpr.Literal name
                  && name.value().orElse(null) instanceof ScanValue.Bytes(byte[] text)
              ? operand(arguments.getFirst(), input)
                  + "."
                  + new String(text, StandardCharsets.UTF_8)
              : function.displayName() + list(arguments, input);
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE ->
          function.displayName() + list(List.of(arguments.get(0), arguments.get(2)), input);
      default -> function.displayName() + list(arguments, input);
    };
  }

  /** Puts brackets around what binds less tightly than a comparison or product. */
  private static String operand(PhysicalExpr expression, Schema input) {
    String text = of(expression, input);
    boolean isInfix =
        expression instanceof PhysicalExpr.Call call
            && (call.function().isInfix() || call.function() == ScalarFunction.NOT);
    return isInfix ? "(" + text + ")" : text;
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
