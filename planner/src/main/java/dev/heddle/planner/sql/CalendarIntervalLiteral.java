package dev.heddle.planner.sql;

import dev.heddle.frame.schema.CalendarInterval;
import java.math.BigDecimal;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * An interval literal that has been read: months, days and microseconds, whatever units the text
 * used.
 */
public final class CalendarIntervalLiteral extends SqlIntervalLiteral {
  private static final SqlIntervalQualifier QUALIFIER =
      new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, SqlParserPos.ZERO);

  private final CalendarInterval interval;

  /** Makes a literal. */
  public CalendarIntervalLiteral(CalendarInterval interval, SqlParserPos position) {
    super(1, interval.toString(), QUALIFIER, SqlTypeName.INTERVAL_DAY_SECOND, position);
    this.interval = interval;
  }

  /** Returns the value. */
  public CalendarInterval interval() {
    return interval;
  }

  @Override
  public CalendarIntervalLiteral clone(SqlParserPos position) {
    return new CalendarIntervalLiteral(interval, position);
  }

  @Override
  public <T extends Object> T getValueAs(Class<T> form) {
    return form == BigDecimal.class
        ? form.cast(IntervalCode.encode(interval))
        : super.getValueAs(form);
  }

  @Override
  public void validate(SqlValidator validator, SqlValidatorScope scope) {
    // It was when it was read.
  }
}
