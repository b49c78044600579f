package dev.heddle.planner.rules;

import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.RelEstimate;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Weighs an aggregation below joins against one above them, in nanoseconds of one core.
 *
 * <p>The figures fit 96 shapes of a join of two million rows with a table by its key: 100 to
 * 100,000 groups, keys of numbers and of texts, one and four matches a row, ten groups by numbers
 * and 2,000 by texts above, and 1, 4 and 8 aggregates. What decides beside the joins is that states
 * of many groups leave the caches, each aggregate's for itself, and that states are more to join
 * and to merge than values are. Those of larger tables and of further keys are guesses.
 */
final class EarlyCosts {
  private static final double CACHED_ROWS = 50_000; // tables of more are looked up in slow memory
  private static final double LARGE_ROWS = 1_000_000;
  private static final double CACHED_STATES = 1_000; // groups whose states stay near
  private static final double FAR_STATES = 2.5; // more for ten times the groups
  private static final double UPDATE = 1; // of an aggregate's state
  private static final double MERGE = 30; // of such a state, and joining it
  private static final double TEXT = 18;
  private static final double LARGE_TEXT = 40; // where dictionaries are not small
  private static final double LARGE_GROUPS = 10_000;
  private static final double FIRST_KEY = 3;
  private static final double NEXT_KEY = 6;
  private static final double FAR = 7;
  private static final double FARTHER = 20;
  private static final double PROBE = 2;
  private static final double BUILD = 15;
  private static final double OUTPUT = 2;

  private final Estimator estimator;

  EarlyCosts(Estimator estimator) {
    this.estimator = estimator;
  }

  /** Returns what grouping takes, and a number of aggregates of each group. */
  double grouping(double rows, List<RelDataType> keys, double groups, int aggregates) {
    double far = Math.log10(Math.max(1, groups / CACHED_STATES));
    double row = lookup(groups) + aggregates * (UPDATE + FAR_STATES * far);
    double text = groups > LARGE_GROUPS ? LARGE_TEXT : TEXT;
    for (int i = 0; i < keys.size(); i++) {
      row += isText(keys.get(i)) ? text : i == 0 ? FIRST_KEY : NEXT_KEY;
    }
    return rows * row;
  }

  /** Returns what it takes more to join and group rows with states than rows with values. */
  double merging(double rows, int aggregates) {
    return rows * aggregates * MERGE;
  }

  /**
   * Returns what the joins above a part take for its rows.
   *
   * @param path the nodes from the top to the last join
   * @param isLeft for each of these whether the part is on the left
   */
  double joins(List<RelNode> path, List<Boolean> isLeft, RelNode part) {
    double cost = 0;
    RelNode own = part;
    for (int i = path.size() - 1; i >= 0; i--) {
      RelNode above = path.get(i);
      if (above instanceof Join join) {
        double rows = estimator.of(own).rows();
        RelNode other = join.getInput(isLeft.get(i) ? 1 : 0);
        boolean isBuilt = bytes(own) < bytes(other);
        double row = isBuilt ? BUILD : PROBE + lookup(estimator.of(other).rows());
        for (int key : join.analyzeCondition().rightKeys) {
          row += isText(type(join.getRight(), key)) ? TEXT : 0;
        }
        cost += rows * row + estimator.of(join).rows() * OUTPUT;
      }
      own = above;
    }
    return cost;
  }

  private static double lookup(double rows) {
    return rows < CACHED_ROWS ? 0 : rows < LARGE_ROWS ? FAR : FARTHER;
  }

  private double bytes(RelNode rel) {
    RelEstimate estimate = estimator.of(rel);
    return estimate.rows() * rel.getRowType().getFieldCount();
  }

  private static RelDataType type(RelNode rel, int column) {
    return rel.getRowType().getFieldList().get(column).getType();
  }

  /** Returns the types of some columns. */
  static List<RelDataType> types(RelNode rel, Iterable<Integer> columns) {
    List<RelDataTypeField> fields = rel.getRowType().getFieldList();
    List<RelDataType> types = new ArrayList<>();
    columns.forEach(column -> types.add(fields.get(column).getType()));
    return types;
  }

  private static boolean isText(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR, BINARY, VARBINARY -> true;
      default -> false;
    };
  }
}
