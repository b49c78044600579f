package dev.heddle.planner.translate;

import dev.heddle.frame.function.UserAggregate;
import dev.heddle.planner.rel.UserDefined;
import dev.heddle.planner.types.TypeMapping;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of the user's own in plans. Two are equal if their aggregates are: different code
 * may have the same name.
 */
final class UserAggregateOperator extends SqlAggFunction implements UserDefined {
  private final UserAggregate aggregate;

  UserAggregateOperator(UserAggregate aggregate) {
    super(
        aggregate.name(),
        null,
        SqlKind.OTHER_FUNCTION,
        binding -> TypeMapping.nullableType(binding.getTypeFactory(), aggregate.resultType()),
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        Optionality.FORBIDDEN);
    this.aggregate = aggregate;
  }

  UserAggregate aggregate() {
    return aggregate;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UserAggregateOperator that && aggregate.equals(that.aggregate);
  }

  @Override
  public int hashCode() {
    return aggregate.hashCode();
  }
}
