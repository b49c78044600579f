package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.SampleSize;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Chooses rows by a random number that each gets: those with a number below a fraction, or those
 * with the smallest numbers.
 */
final class SampleTranslation {
  private SampleTranslation() {}

  static RelNode translate(RexBuilder rex, LogicalPlan.Sample plan, RelNode input) {
    RelNode keyed = LogicalRandomKey.create(input, plan.seed());
    int key = keyed.getRowType().getFieldCount() - 1;
    RexNode number = rex.makeInputRef(keyed, key);
    RelNode chosen =
        switch (plan.size()) {
          case SampleSize.Fraction fraction ->
              LogicalFilter.create(
                  keyed,
                  rex.makeCall(
                      SqlStdOperatorTable.LESS_THAN,
                      number,
                      rex.makeApproxLiteral(
                          BigDecimal.valueOf(fraction.probability()), number.getType())));
          case SampleSize.Rows rows -> {
            RelDataType type = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
            yield LogicalSort.create(
                keyed,
                RelCollations.of(key),
                null,
                rex.makeExactLiteral(BigDecimal.valueOf(rows.count()), type));
          }
        };
    List<RexNode> columns = List.copyOf(rex.identityProjects(chosen.getRowType()).subList(0, key));
    return LogicalPlanTranslator.project(chosen, columns, null);
  }
}
