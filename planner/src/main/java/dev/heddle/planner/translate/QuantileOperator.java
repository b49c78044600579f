package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** A quantile with its fraction inside, so that the call has one argument, which is a column. */
final class QuantileOperator extends SqlAggFunction {
  private final AggregateFunction function;
  private final double fraction;

  QuantileOperator(AggregateFunction function, double fraction) {
    super(
        function.displayName().toUpperCase(Locale.ROOT),
        null,
        SqlKind.OTHER_FUNCTION,
        binding ->
            TypeMapping.nullableType(
                binding.getTypeFactory(),
                function
                    .resolve(
                        List.of(
                            Argument.of(TypeMapping.dataType(binding.getOperandType(0))),
                            Argument.of(DataType.FLOAT64)))
                    .resultType()),
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        Optionality.FORBIDDEN);
    this.function = function;
    this.fraction = fraction;
  }

  AggregateFunction function() {
    return function;
  }

  double fraction() {
    return fraction;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QuantileOperator that
        && function == that.function
        && fraction == that.fraction;
  }

  @Override
  public int hashCode() {
    return 31 * function.hashCode() + Double.hashCode(fraction);
  }

  @Override
  public String toString() {
    return getName() + "_" + fraction;
  }
}
