package dev.heddle.planner.translate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.List;
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
 * Around the lists of several {@code unnest} in one SELECT, each a {@link WholeElements}: one list
 * of structs of their elements. {@link UnnestCorrelations} makes {@code list_zip} of it.
 */
final class ZippedLists extends SqlFunction {
  static final ZippedLists INSTANCE = new ZippedLists();

  private ZippedLists() {
    super(
        "ZIPPED_LISTS",
        SqlKind.OTHER_FUNCTION,
        null,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return inferReturnType(new SqlCallBinding(validator, scope, call)); // not looked up by its name
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < binding.getOperandCount(); i++) {
      if (!(TypeMapping.dataType(binding.getOperandType(i)) instanceof DataType.ListOf lists)
          || !(lists.element() instanceof DataType.Struct wrapped)) {
        throw new IllegalStateException("No list of whole elements");
      }
      fields.add(Field.of(field(i), wrapped.fields().getFirst().type()));
    }
    DataType element = new DataType.Struct(fields);
    DataType whole = DataType.Struct.of(Field.of("element", element));
    return TypeMapping.relType(binding.getTypeFactory(), new DataType.ListOf(whole), true);
  }

  /** Returns the name of the field of a list's element. */
  static String field(int index) {
    return String.valueOf(index + 1);
  }
}
