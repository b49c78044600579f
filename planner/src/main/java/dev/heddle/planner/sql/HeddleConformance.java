package dev.heddle.planner.sql;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * The dialect: lenient in syntax and in what GROUP BY, HAVING and ORDER BY may name; strict in
 * grouping and types.
 */
public final class HeddleConformance extends SqlDelegatingConformance {
  /** The only one. */
  public static final HeddleConformance INSTANCE = new HeddleConformance();

  private HeddleConformance() {
    super(SqlConformanceEnum.LENIENT);
  }

  @Override
  public boolean isNonStrictGroupBy() {
    return false;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public boolean allowLenientCoercion() {
    return false;
  }

  @Override
  public boolean checkedArithmetic() {
    return false;
  }

  @Override
  public boolean isPercentRemainderAllowed() {
    return true;
  }

  @Override
  public boolean allowNiladicParentheses() {
    return true;
  }
}
