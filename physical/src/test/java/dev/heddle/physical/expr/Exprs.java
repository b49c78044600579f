package dev.heddle.physical.expr;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes physical expressions in tests, with the casts that the catalogue asks for. */
public final class Exprs {
  private Exprs() {}

  public static PhysicalExpr col(int index, DataType type) {
    return new PhysicalExpr.ColumnRef(index, type, true);
  }

  public static PhysicalExpr call(ScalarFunction function, PhysicalExpr... arguments) {
    List<Argument> given = Arrays.stream(arguments).map(PhysicalExpr::argument).toList();
    if (function == ScalarFunction.AND || function == ScalarFunction.OR) {
      return new PhysicalExpr.Call(function, List.of(arguments), DataType.BOOL, true);
    }
    Signature signature = function.resolve(given);
    List<PhysicalExpr> converted = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      converted.add(cast(arguments[i], signature.argumentTypes().get(i)));
    }
    return new PhysicalExpr.Call(function, converted, signature.resultType(), true);
  }

  public static PhysicalExpr cast(PhysicalExpr input, DataType type) {
    return input.type().equals(type)
        ? input
        : new PhysicalExpr.Cast(input, type, CastMode.STRICT, true);
  }

  public static PhysicalExpr tryCast(PhysicalExpr input, DataType type) {
    return new PhysicalExpr.Cast(input, type, CastMode.TRY, true);
  }

  public static PhysicalExpr.Literal whole(long value, DataType type) {
    return PhysicalExpr.Literal.of(ScanValue.Whole.of(value), type);
  }

  public static PhysicalExpr.Literal int32(int value) {
    return whole(value, DataType.INT32);
  }

  public static PhysicalExpr.Literal int64(long value) {
    return whole(value, DataType.INT64);
  }

  public static PhysicalExpr.Literal float64(double value) {
    return PhysicalExpr.Literal.of(new ScanValue.Floating(value), DataType.FLOAT64);
  }

  public static PhysicalExpr.Literal decimal(String value) {
    BigDecimal number = new BigDecimal(value);
    BigInteger unscaled = number.unscaledValue();
    int precision = Math.max(number.precision(), number.scale());
    return PhysicalExpr.Literal.of(
        new ScanValue.Whole(unscaled), new DataType.Decimal(precision, number.scale()));
  }

  public static PhysicalExpr.Literal text(String value) {
    return PhysicalExpr.Literal.of(
        new ScanValue.Bytes(value.getBytes(StandardCharsets.UTF_8)), DataType.STRING);
  }

  public static PhysicalExpr.Literal date(String value) {
    return whole(LocalDate.parse(value).toEpochDay(), DataType.DATE);
  }

  public static PhysicalExpr.Literal interval(int months, int days, long micros) {
    return PhysicalExpr.Literal.of(new ScanValue.Span(months, days, micros), DataType.INTERVAL);
  }

  public static PhysicalExpr.Literal truth(boolean value) {
    return PhysicalExpr.Literal.of(new ScanValue.Truth(value), DataType.BOOL);
  }

  public static PhysicalExpr.Literal nullOf(DataType type) {
    return new PhysicalExpr.Literal(Optional.empty(), type);
  }

  public static PhysicalExpr in(PhysicalExpr input, PhysicalExpr.Literal... values) {
    return new PhysicalExpr.In(input, List.of(values), true);
  }

  /** Conditions and values in turn, the last one is the default. */
  public static PhysicalExpr caseWhen(PhysicalExpr... parts) {
    List<PhysicalExpr.Branch> branches = new ArrayList<>();
    for (int i = 0; i + 1 < parts.length; i += 2) {
      branches.add(new PhysicalExpr.Branch(parts[i], parts[i + 1]));
    }
    PhysicalExpr last = parts[parts.length - 1];
    return new PhysicalExpr.Case(branches, last, last.type(), true);
  }
}
