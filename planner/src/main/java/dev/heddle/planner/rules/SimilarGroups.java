package dev.heddle.planner.rules;

import dev.heddle.io.catalog.KeyRange;
import dev.heddle.io.catalog.Table;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.rel.CteDefinition;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.RelNumbers;
import dev.heddle.planner.rel.Volatility;
import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelOptUtil.InputFinder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Computes groups once that a plan asks for several times, each time for other values of keys: a
 * common table expression that groups by year, and is read for each of two years, is grouped for
 * both years, and each reader picks its own.
 *
 * <p>Takes aggregations that are equal but for filters below them, where what the filters do not
 * have in common reads columns that are keys of the groups: then a filter says of a whole group
 * what it says of its rows. Runs when filters have moved down, and before joins are ordered. Not
 * thread-safe.
 */
public final class SimilarGroups extends PlanVisit {
  /** Rows of tables that need not be read again; to read fewer takes no time. */
  private static final double MIN_SPARED_ROWS = 100_000;

  private static final double SCAN = 15; // nanoseconds a row, with a runtime filter on one column

  /** Filters of joined tables leave more rows than is estimated where they go with the key. */
  private static final double MIN_JOINED_SHARE = 0.2;

  private static final double MAX_GROUPS = 1_000_000; // which are held while they are read

  private final Estimator estimator;
  private final RelNumbers numbers = new RelNumbers();
  private final Map<Integer, RelNode> replaced = new HashMap<>(); // by the number of the groups

  private SimilarGroups(Estimator estimator) {
    this.estimator = estimator;
  }

  /**
   * Returns the plan with such groups computed once; the estimator then knows the new nodes.
   *
   * @param define makes a definition of a plan
   */
  public static RelNode apply(
      RelNode rel, Estimator estimator, Function<RelNode, CteDefinition> define) {
    SimilarGroups pass = new SimilarGroups(estimator);
    Map<Integer, Map<Integer, Aggregate>> alike = new LinkedHashMap<>();
    pass.collect(rel, alike, new RelNumbers());
    for (Map<Integer, Aggregate> groups : alike.values()) {
      if (groups.size() > 1) {
        pass.merge(List.copyOf(groups.values()), define);
      }
    }
    return pass.replaced.isEmpty() ? rel : pass.visit(rel);
  }

  /** Finds aggregations by what they are without filters, then by what they are with them. */
  private void collect(
      RelNode rel, Map<Integer, Map<Integer, Aggregate>> alike, RelNumbers unfiltered) {
    if (rel instanceof Aggregate aggregate && isFit(aggregate)) {
      alike
          .computeIfAbsent(unfiltered.of(withoutFilters(aggregate)), _ -> new LinkedHashMap<>())
          .putIfAbsent(numbers.of(aggregate), aggregate);
      return;
    }
    rel.getInputs().forEach(input -> collect(input, alike, unfiltered));
  }

  private static boolean isFit(Aggregate aggregate) {
    return aggregate.getGroupType() == Aggregate.Group.SIMPLE
        && !aggregate.getGroupSet().isEmpty()
        && !new Volatility().in(aggregate);
  }

  private static RelNode withoutFilters(RelNode rel) {
    return switch (rel) {
      case Filter filter -> withoutFilters(filter.getInput());
      case Aggregate _, Project _ ->
          rel.copy(rel.getTraitSet(), List.of(withoutFilters(rel.getInput(0))));
      case Join join when join.getJoinType() == JoinRelType.INNER ->
          rel.copy(
              rel.getTraitSet(),
              List.of(withoutFilters(join.getLeft()), withoutFilters(join.getRight())));
      default -> rel;
    };
  }

  private void merge(List<Aggregate> groups, Function<RelNode, CteDefinition> define) {
    Aggregate first = groups.getFirst();
    int[] keys = new int[first.getInput().getRowType().getFieldCount()];
    Arrays.fill(keys, -1);
    List<Integer> groupSet = first.getGroupSet().asList();
    for (int i = 0; i < groupSet.size(); i++) {
      keys[groupSet.get(i)] = EarlyAggregation.isKey(first.getRowType(), i) ? i : -1;
    }
    Merge merge = new Merge(first, groups.size());
    RelNode input = merge.of(groups.stream().map(Aggregate::getInput).toList(), keys);
    if (input == null || !pays(first, input, groups.size())) {
      return;
    }
    RelNode all = first.copy(first.getTraitSet(), List.of(input));
    if (estimator.of(all).rows() > MAX_GROUPS) {
      return;
    }
    CteDefinition definition = define.apply(all);
    for (int i = 0; i < groups.size(); i++) {
      RelNode rows = CteScan.create(definition);
      List<RexNode> own = merge.own.get(i);
      if (!own.isEmpty()) {
        RexBuilder rex = rows.getCluster().getRexBuilder();
        rows = LogicalFilter.create(rows, RexUtil.composeConjunction(rex, own));
        estimator.put(rows, estimator.of(groups.get(i)));
      }
      replaced.put(numbers.of(groups.get(i)), rows);
    }
  }

  /**
   * Returns whether to read the tables again takes longer than to group all rows, of which runtime
   * filters of a single reader might have spared most.
   */
  private boolean pays(Aggregate groups, RelNode input, int readers) {
    double scanned = scanned(input);
    double rows = Math.max(estimator.of(input).rows(), MIN_JOINED_SHARE * scanned);
    double grouping =
        new EarlyCosts(estimator)
            .grouping(
                rows,
                EarlyCosts.types(groups.getInput(), groups.getGroupSet()),
                Math.min(rows, estimator.of(groups).rows() * readers),
                groups.getAggCallList().size());
    double spared = scanned * (readers - 1);
    return spared >= MIN_SPARED_ROWS && spared * SCAN >= grouping;
  }

  private double scanned(RelNode rel) {
    if (rel instanceof TableScan) {
      return estimator.of(rel).rows();
    }
    double rows = 0;
    for (int i = 0; i < rel.getInputs().size(); i++) {
      RelNode input = rel.getInput(i);
      double share = 1;
      if (rel instanceof Join join && unfiltered(input) instanceof TableScan scan) {
        JoinInfo keys = join.analyzeCondition();
        for (int key : i == 0 ? keys.leftKeys : keys.rightKeys) {
          share = Math.min(share, partShare(scan, key));
        }
      }
      rows += share * scanned(input);
    }
    return rows;
  }

  private static RelNode unfiltered(RelNode rel) {
    return rel instanceof Filter filter ? unfiltered(filter.getInput()) : rel;
  }

  /** Returns what share of the span of a column a part of a table has: little if it is sorted. */
  private static double partShare(TableScan scan, int column) {
    Table table = scan.getTable().unwrap(Table.class);
    List<KeyRange> parts = table == null ? List.of() : table.ranges(column);
    double low = parts.stream().mapToDouble(KeyRange::minimum).min().orElse(0);
    double high = parts.stream().mapToDouble(KeyRange::maximum).max().orElse(0);
    double width =
        parts.stream()
            .mapToDouble(part -> (double) part.maximum() - part.minimum())
            .average()
            .orElse(1);
    return high > low ? width / (high - low) : 1;
  }

  @Override
  RelNode visitAlone(RelNode rel) {
    RelNode known = replaced.get(numbers.of(rel));
    if (known != null) {
      return known;
    }
    List<RelNode> inputs = visitInputs(rel);
    if (inputs.equals(rel.getInputs())) {
      return rel;
    }
    RelNode changed = rel.copy(rel.getTraitSet(), inputs);
    estimator.put(changed, estimator.of(rel)); // it gives the same rows
    return changed;
  }

  /** Puts plans together that are equal but for filters. */
  private static final class Merge {
    private final Aggregate first;
    private final List<List<RexNode>> own = new ArrayList<>(); // of each plan, of the groups

    Merge(Aggregate first, int plans) {
      this.first = first;
      for (int i = 0; i < plans; i++) {
        own.add(new ArrayList<>());
      }
    }

    /**
     * Returns a plan with the rows of all, or null if there is none.
     *
     * @param keys for each column the key of the groups that it is, or -1
     */
    @Nullable RelNode of(List<RelNode> plans, int[] keys) {
      List<Set<RexNode>> conditions = new ArrayList<>();
      List<RelNode> below = new ArrayList<>();
      for (RelNode plan : plans) {
        Set<RexNode> found = new LinkedHashSet<>();
        for (RelNode node = plan; node instanceof Filter filter; node = filter.getInput()) {
          found.addAll(RelOptUtil.conjunctions(filter.getCondition()));
        }
        conditions.add(found);
        below.add(unfiltered(plan));
      }
      RelNode merged = ofUnfiltered(below, keys);
      return merged == null ? null : filtered(merged, conditions, keys);
    }

    private @Nullable RelNode ofUnfiltered(List<RelNode> plans, int[] keys) {
      RelNode node = plans.getFirst();
      return switch (node) {
        case Project project -> {
          RelNode input = of(inputs(plans, 0), below(project, keys));
          yield input == null ? null : node.copy(node.getTraitSet(), List.of(input));
        }
        case Join join when join.getJoinType() == JoinRelType.INNER -> {
          int width = join.getLeft().getRowType().getFieldCount();
          RelNode left = of(inputs(plans, 0), Arrays.copyOf(keys, width));
          RelNode right = of(inputs(plans, 1), Arrays.copyOfRange(keys, width, keys.length));
          yield left == null || right == null
              ? null
              : node.copy(node.getTraitSet(), List.of(left, right));
        }
        default -> node; // all are equal
      };
    }

    private static List<RelNode> inputs(List<RelNode> plans, int input) {
      return plans.stream().map(plan -> plan.getInput(input)).toList();
    }

    private static int[] below(Project project, int[] keys) {
      int[] below = new int[project.getInput().getRowType().getFieldCount()];
      Arrays.fill(below, -1);
      for (int i = 0; i < keys.length; i++) {
        if (project.getProjects().get(i) instanceof RexInputRef ref) {
          below[ref.getIndex()] = keys[i];
        }
      }
      return below;
    }

    /** Filters by what all plans have in common, and by what one of them has besides. */
    private @Nullable RelNode filtered(RelNode input, List<Set<RexNode>> conditions, int[] keys) {
      Set<RexNode> common = new LinkedHashSet<>(conditions.getFirst());
      conditions.forEach(common::retainAll);
      RexBuilder rex = input.getCluster().getRexBuilder();
      List<RexNode> others = new ArrayList<>();
      for (int i = 0; i < conditions.size(); i++) {
        List<RexNode> other = new ArrayList<>(conditions.get(i));
        other.removeAll(common);
        for (RexNode condition : other) {
          for (int column : InputFinder.bits(condition)) {
            if (keys[column] < 0) {
              return null;
            }
          }
          if (Failing.canFail(condition)) {
            return null;
          }
          own.get(i).add(ofGroups(condition, keys));
        }
        others.add(RexUtil.composeConjunction(rex, other));
      }
      List<RexNode> all = new ArrayList<>(common);
      all.add(RexUtil.composeDisjunction(rex, others));
      RexNode condition = RexUtil.composeConjunction(rex, all);
      return condition.isAlwaysTrue() ? input : LogicalFilter.create(input, condition);
    }

    private RexNode ofGroups(RexNode condition, int[] keys) {
      return condition.accept(
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              return RexInputRef.of(keys[ref.getIndex()], first.getRowType());
            }
          });
    }
  }
}
