package dev.heddle.frame.verb;

import static dev.heddle.frame.expr.Functions.backwardFill;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.forwardFill;
import static dev.heddle.frame.expr.Functions.litNull;
import static dev.heddle.frame.expr.Functions.rowNumber;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds the plans of {@code fillNulls}: with a value, or from the rows around. */
public final class NullFills {
  /** What fails. */
  public static final String ACTION = "Cannot fill nulls";

  private static final String ROW = "$row";

  private NullFills() {}

  /** Which rows around a null give its value. */
  public enum Method {
    /** The last one before it. */
    FORWARD,
    /** The first one behind it. */
    BACKWARD,
    /** Both, in equal steps from row to row. */
    LINEAR,
    /** Both, by their distances in the order. */
    LINEAR_BY_KEY
  }

  /** A value in all columns of its kind that may be null. */
  public static LogicalPlan everywhere(LogicalPlan input, Comparable<?> value) {
    DataType kind = typer(input.schema()).type(Functions.lit(value)).type();
    List<Expr> columns = new ArrayList<>();
    boolean isFound = false;
    for (Field field : input.schema().fields()) {
      if (isOfKind(field.type(), kind)) {
        isFound = true;
        columns.add(filled(field, value));
      }
    }
    if (!isFound) {
      throw new AnalysisException(
          ACTION
              + ": no column takes "
              + value
              + ", which is "
              + kind.sqlName()
              + ", in "
              + input.schema().names()
              + "; name columns and their values in a map");
    }
    return Projections.withColumns(input, columns);
  }

  private static boolean isOfKind(DataType column, DataType value) {
    return value.isNumeric() ? column.isNumeric() : column.getClass() == value.getClass();
  }

  /** A value for each of some columns. */
  public static LogicalPlan byColumn(
      LogicalPlan input, Map<String, ? extends Comparable<?>> values) {
    ExprTyper typer = typer(input.schema());
    List<Expr> columns = new ArrayList<>();
    values.forEach((name, value) -> columns.add(filled(typer.field(name), value)));
    return Projections.withColumns(input, columns);
  }

  private static Expr filled(Field field, Comparable<?> value) {
    Expr column = new Expr.Column(field.name());
    Expr.Literal literal = Functions.lit(value);
    DataType type = field.type();
    if (type.isNumeric() && literal.type().isNumeric()) {
      if (!hasRoom(type, literal.value())) {
        throw unfit(field, value);
      }
      return coalesce(column, literal.cast(type)).named(field.name());
    }
    boolean isText = literal.type() instanceof DataType.Str && TypeCoercion.readsTextLiterals(type);
    if (!isText && !type.equals(TypeCoercion.commonType(type, literal.type()))) {
      throw unfit(field, value);
    }
    return coalesce(column, literal).named(field.name());
  }

  private static AnalysisException unfit(Field field, Comparable<?> value) {
    return new AnalysisException(
        ACTION
            + ": "
            + value
            + " does not fit column \""
            + field.name()
            + "\", which is "
            + field.type().sqlName()
            + "; give another value, or cast the column before");
  }

  /** Returns whether a column of numbers has the number exactly, or is a float. */
  private static boolean hasRoom(DataType type, Object value) {
    if (type.isFloat()) {
      return true;
    }
    if ((value instanceof Double d && !Double.isFinite(d))
        || (value instanceof Float f && !Float.isFinite(f))) {
      return false;
    }
    BigDecimal number = new BigDecimal(value.toString()).stripTrailingZeros();
    int scale = type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
    if (number.scale() > scale) {
      return false;
    }
    BigInteger unscaled = number.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
    return type instanceof DataType.Decimal decimal
        ? unscaled.abs().compareTo(BigInteger.TEN.pow(decimal.precision())) < 0
        : unscaled.bitLength() < bits(type);
  }

  private static int bits(DataType integer) {
    return switch (integer) {
      case DataType.Int8 _ -> Byte.SIZE;
      case DataType.Int16 _ -> Short.SIZE;
      case DataType.Int32 _ -> Integer.SIZE;
      case DataType.Int128 _ -> 2 * Long.SIZE;
      default -> Long.SIZE;
    };
  }

  /** Returns the columns that a window does not name, of numbers only if a line is drawn. */
  public static List<String> columnsOutside(Schema schema, WindowSpec window, Method method) {
    Set<Expr> keys = new HashSet<>(window.partitionBy());
    window.orderBy().forEach(key -> keys.add(key.expr()));
    return schema.fields().stream()
        .filter(field -> !isLine(method) || field.type().isNumeric())
        .map(Field::name)
        .filter(name -> !keys.contains(new Expr.Column(name)))
        .toList();
  }

  private static boolean isLine(Method method) {
    return method == Method.LINEAR || method == Method.LINEAR_BY_KEY;
  }

  /** Values of the rows around; the window has an order. */
  public static LogicalPlan around(
      LogicalPlan input, List<String> columns, WindowSpec window, Method method) {
    return switch (method) {
      case FORWARD ->
          Projections.withColumns(
              input, columns.stream().<Expr>map(c -> forwardFill(c(c), window).named(c)).toList());
      case BACKWARD ->
          Projections.withColumns(
              input, columns.stream().<Expr>map(c -> backwardFill(c(c), window).named(c)).toList());
      case LINEAR -> {
        LogicalPlan numbered =
            Projections.withColumns(input, List.of(rowNumber().over(window).named(ROW)));
        yield Projections.drop(lines(numbered, columns, window, c(ROW)), List.of(ROW));
      }
      case LINEAR_BY_KEY -> lines(input, columns, window, place(input.schema(), window));
    };
  }

  private static LogicalPlan lines(
      LogicalPlan input, List<String> columns, WindowSpec window, Expr place) {
    ExprTyper typer = typer(input.schema());
    List<Expr> lines = new ArrayList<>();
    for (String name : columns) {
      Field field = typer.field(name);
      if (!field.type().isNumeric()) {
        throw new AnalysisException(
            ACTION
                + " by a straight line: column \""
                + name
                + "\" is "
                + field.type().sqlName()
                + ", no number; choose columns by columns(...)");
      }
      lines.add(line(name, window, place).named(name));
    }
    return Projections.withColumns(input, lines);
  }

  private static Expr line(String name, WindowSpec window, Expr place) {
    Expr value = c(name).cast(DataType.FLOAT64);
    Expr x = place.cast(DataType.FLOAT64);
    Expr known = caseWhen(value.isNotNull(), x).otherwise(litNull(DataType.FLOAT64));
    Expr x0 = forwardFill(known, window);
    Expr x1 = backwardFill(known, window);
    Expr y0 = forwardFill(value, window);
    Expr y1 = backwardFill(value, window);
    Expr between = y0.plus(y1.minus(y0).times(x.minus(x0).div(x1.minus(x0))));
    return caseWhen(value.isNotNull(), value)
        .orWhen(x0.eqTo(x1).and(y1.isNotNull()), y0)
        .otherwise(between);
  }

  private static Expr c(String name) {
    return new Expr.Column(name);
  }

  /** Returns where a row is, by the one key of the order. */
  private static Expr place(Schema schema, WindowSpec window) {
    List<SortKey> order = window.orderBy();
    Expr key = order.getFirst().expr();
    DataType type = typer(schema).type(key).type();
    if (order.size() == 1 && type.isNumeric()) {
      return key;
    }
    if (order.size() == 1
        && (type instanceof DataType.Date || type instanceof DataType.Timestamp)) {
      return call(ScalarFunction.EPOCH, key);
    }
    throw new AnalysisException(
        ACTION
            + " by distance: the order "
            + order
            + " is not one number, date or timestamp; linear(...) goes from row to row");
  }

  private static ExprTyper typer(Schema schema) {
    return new ExprTyper(schema, ACTION);
  }
}
