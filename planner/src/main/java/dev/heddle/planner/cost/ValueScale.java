package dev.heddle.planner.cost;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.scan.ScanValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Maps constants of all types to doubles that keep the order, so that a range's share can be
 * estimated. NaN where there is no such number.
 */
final class ValueScale {
  private static final int TEXT_BYTES = 6; // 48 bits are exact in a double

  private ValueScale() {}

  static double of(ScanValue value, DataType type) {
    return switch (value) {
      case ScanValue.Whole whole -> {
        double number = whole.value().doubleValue();
        yield switch (type) {
          case DataType.Decimal decimal -> number / Math.pow(10, decimal.scale());
          case DataType.Uuid ignored -> ofBytes(Uuids.bytes(Uuids.ofNumber(whole.value())));
          case DataType.Timestamp stamp ->
              stamp.unit() == TimestampUnit.NANOS ? number / 1000 : number;
          default -> number;
        };
      }
      case ScanValue.Floating floating -> floating.value();
      case ScanValue.Truth truth -> truth.value() ? 1 : 0;
      case ScanValue.Span ignored -> Double.NaN;
      case ScanValue.Bytes bytes -> ofBytes(bytes.value());
    };
  }

  static double of(RexLiteral literal) {
    if (literal.isNull()) {
      return Double.NaN;
    }
    SqlTypeName type = literal.getTypeName();
    return switch (type) {
      case DATE -> literal.getValueAs(DateString.class).getDaysSinceEpoch();
      case TIMESTAMP -> literal.getValueAs(TimestampString.class).getMillisSinceEpoch() * 1000.0;
      default -> ofValue(literal.getValue());
    };
  }

  /** Returns the number of a value as search arguments hold it. */
  static double ofValue(@Nullable Object value) {
    return switch (value) {
      case BigDecimal decimal -> decimal.doubleValue();
      case Number number -> number.doubleValue();
      case Boolean truth -> truth ? 1 : 0;
      case DateString date -> date.getDaysSinceEpoch();
      case TimestampString stamp -> stamp.getMillisSinceEpoch() * 1000.0;
      case NlsString text -> ofBytes(text.getValue().getBytes(StandardCharsets.UTF_8));
      case null, default -> Double.NaN;
    };
  }

  private static double ofBytes(byte[] bytes) {
    double number = 0;
    for (int i = 0; i < TEXT_BYTES; i++) {
      number = number * 256 + (i < bytes.length ? bytes[i] & 0xff : 0);
    }
    return number;
  }
}
