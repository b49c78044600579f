package dev.heddle.planner.translate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.planner.sql.SqlPositionException;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Around the list of an {@code UNNEST} that gives one column, whatever the elements are: structs,
 * and the entries of maps, stay whole. By its type each element is in a struct of its own, so that
 * Calcite takes that one apart; {@link UnnestCorrelations} takes the call away before anything
 * runs.
 */
final class WholeElements extends SqlFunction {
  /** For an {@code UNNEST} that stood among the columns of a SELECT. */
  static final WholeElements SELECTED = new WholeElements(true);

  /** For an {@code UNNEST} behind FROM. */
  static final WholeElements LISTED = new WholeElements(false);

  private final boolean isSelected;

  private WholeElements(boolean isSelected) {
    super(
        "WHOLE_ELEMENTS",
        SqlKind.OTHER_FUNCTION,
        null,
        null,
        OperandTypes.ANY,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.isSelected = isSelected;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return inferReturnType(new SqlCallBinding(validator, scope, call)); // not looked up by its name
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    DataType given = TypeMapping.dataType(binding.getOperandType(0));
    DataType element =
        switch (given) {
          case DataType.ListOf list -> list.element();
          case DataType.MapOf map -> map.entry();
          case DataType other -> throw noList(other, binding);
        };
    DataType wrapped = DataType.Struct.of(Field.of("element", element));
    return TypeMapping.relType(binding.getTypeFactory(), new DataType.ListOf(wrapped), true);
  }

  private RuntimeException noList(DataType given, SqlOperatorBinding binding) {
    if (!(binding instanceof SqlCallBinding call)) {
      return new IllegalStateException("No list: " + given.sqlName());
    }
    return isSelected && given instanceof DataType.Struct
        ? new SelectedUnnest.OfStruct(call.getCall().getParserPosition())
        : new SqlPositionException(
            "unnest takes "
                + (isSelected ? "lists, maps and structs" : "lists and maps")
                + ", not "
                + given.sqlName(),
            call.getCall().getParserPosition());
  }
}
