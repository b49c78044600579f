package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.SampleSize;
import dev.heddle.planner.rel.LogicalRandomKey;
import java.math.BigDecimal;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Chooses rows by a random number that each gets: those with a number below a fraction, or those
 * with the smallest numbers.
 */
final class SampleTranslation {
  private SampleTranslation() {}

  static RelNode translate(LogicalPlanTranslator translator, LogicalPlan.Sample plan) {
    RexBuilder rex = translator.rex();
    RelNode keyed = LogicalRandomKey.create(translator.relOf(plan.input()), plan.seed());
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
          case SampleSize.RowCount rows ->
              LogicalSort.create(
                  keyed, RelCollations.of(key), null, FunctionCalls.whole(rex, rows.count()));
        };
    return translator.firstColumns(chosen, key);
  }
}
