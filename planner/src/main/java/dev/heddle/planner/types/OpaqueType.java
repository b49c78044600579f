package dev.heddle.planner.types;

import dev.heddle.frame.schema.DataType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.AbstractSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A type that Calcite knows nothing of: it has no literals, and what its values are is no concern
 * of the simplifier. Immutable.
 */
final class OpaqueType extends AbstractSqlType {
  private final DataType type;

  /** Makes the type of values none of which is null. */
  OpaqueType(DataType type) {
    super(SqlTypeName.VARIANT, false, null);
    this.type = type;
    computeDigest();
  }

  private OpaqueType(OpaqueType other) {
    super(SqlTypeName.VARIANT, true, null);
    this.type = other.type;
    computeDigest();
  }

  /** Returns our type. */
  DataType type() {
    return type;
  }

  /** Returns the same type of values that may be null. */
  RelDataType nullable() {
    return isNullable() ? this : new OpaqueType(this);
  }

  /** Returns the same type of values none of which is null. */
  RelDataType notNull() {
    return isNullable() ? new OpaqueType(type) : this;
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    text.append(type.sqlName());
  }
}
