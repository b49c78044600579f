package dev.heddle.planner.rules;

import com.google.common.collect.ImmutableSet;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.RelEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Orders the joins of each region of a plan by their estimated cost; see {@link JoinRegion}, {@link
 * JoinGraph} and {@link JoinSearch}.
 */
public final class JoinOrder extends PlanVisit {
  private static final double SCANNED_ROW = 20; // in the unit of a join's cost
  private static final double MAX_SHARE = 0.5; // of what the first order takes, for another one

  private final Estimator estimator;
  private final EstimateNoise noise;

  private JoinOrder(Estimator estimator, EstimateNoise noise) {
    this.estimator = estimator;
    this.noise = noise;
  }

  /** Returns the plan with its joins in order; the estimator then knows the new nodes. */
  public static RelNode apply(RelNode rel, Estimator estimator, EstimateNoise noise) {
    return new JoinOrder(estimator, noise).visit(rel);
  }

  @Override
  RelNode visitAlone(RelNode rel) {
    JoinRegion region = JoinRegion.of(rel);
    if (region.units.size() == 1) {
      return withOrderedInputs(rel);
    }
    for (int u = 0; u < region.units.size(); u++) {
      JoinRegion.Unit unit = region.units.get(u);
      region.units.set(
          u,
          new JoinRegion.Unit(
              visit(unit.rel()),
              unit.offset(),
              unit.attachment(),
              unit.condition(),
              unit.needed()));
    }
    pushSingleUnitPredicates(region);
    ImmutableBitSet.Builder needed = ImmutableBitSet.builder();
    for (RexNode output : region.outputs()) {
      needed.addAll(RelOptUtil.InputFinder.bits(output));
    }
    ImmutableBitSet read = needed.build();
    JoinGraph graph = new JoinGraph(region, estimator, read, noise);
    Order order = new Order(graph, graph);
    JoinSearch.Tree tree = JoinSearch.search(graph);
    if (graph.isObserved()) {
      order = new Order(graph, new JoinGraph(region, estimator.plain(), read, noise));
      tree = order.better(tree);
    }
    return restore(build(order, tree), region, rel);
  }

  /**
   * A region to put in order.
   *
   * @param graph by what earlier runs have counted, too
   * @param plain by statistics alone
   */
  private record Order(JoinGraph graph, JoinGraph plain) {
    /**
     * Returns an order, or the one that is chosen by statistics alone where that costs not much
     * more. Of that one, which ran before, more was counted: what is not known of others makes them
     * look cheap.
     */
    JoinSearch.Tree better(JoinSearch.Tree chosen) {
      JoinSearch.Tree first = JoinSearch.search(plain);
      double reading = SCANNED_ROW * graph.rowsRead();
      double cost = reading + JoinSearch.cost(graph, chosen);
      double firstCost = reading + JoinSearch.cost(graph, first);
      return cost < MAX_SHARE * firstCost ? chosen : first;
    }
  }

  private RelNode withOrderedInputs(RelNode rel) {
    List<RelNode> inputs = visitInputs(rel);
    return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  private void pushSingleUnitPredicates(JoinRegion region) {
    List<List<RexNode>> own = new ArrayList<>();
    region.units.forEach(unit -> own.add(new ArrayList<>()));
    region.predicates.removeIf(
        predicate -> {
          long units = region.unitsOf(predicate);
          if (Long.bitCount(units) > 1) {
            return false;
          }
          int unit = units == 0 ? 0 : Long.numberOfTrailingZeros(units);
          own.get(unit)
              .add(RexUtil.shift(predicate, units == 0 ? 0 : -region.units.get(unit).offset()));
          return true;
        });
    for (int u = 0; u < own.size(); u++) {
      if (!own.get(u).isEmpty()) {
        JoinRegion.Unit unit = region.units.get(u);
        RexBuilder rex = unit.rel().getCluster().getRexBuilder();
        RelNode filtered =
            LogicalFilter.create(unit.rel(), RexUtil.composeConjunction(rex, own.get(u)));
        region.units.set(
            u,
            new JoinRegion.Unit(
                filtered, unit.offset(), unit.attachment(), unit.condition(), unit.needed()));
      }
    }
  }

  /** A plan of some units, and where each global column is in its output (-1: nowhere). */
  private record Built(RelNode rel, int[] place) {}

  private Built build(Order order, JoinSearch.Tree tree) {
    JoinGraph graph = order.graph;
    if (tree.left() == null) {
      JoinRegion.Unit unit = graph.region.units.get(Long.numberOfTrailingZeros(tree.set()));
      int[] place = new int[graph.region.width()];
      Arrays.fill(place, -1);
      for (int i = 0; i < unit.width(); i++) {
        place[unit.offset() + i] = i;
      }
      return new Built(unit.rel(), place);
    }
    Built left = build(order, tree.leftTree());
    Built right = build(order, tree.rightTree());
    int leftWidth = left.rel.getRowType().getFieldCount();
    int[] place = left.place.clone();
    for (int i = 0; i < place.length; i++) {
      if (right.place[i] >= 0) {
        place[i] = leftWidth + right.place[i];
      }
    }
    long rightSet = tree.rightTree().set();
    JoinRegion.Unit attached =
        Long.bitCount(rightSet) == 1
            ? graph.region.units.get(Long.numberOfTrailingZeros(rightSet))
            : null;
    boolean isInner = attached == null || attached.attachment() == JoinRegion.Attachment.INNER;
    JoinRelType kind =
        isInner
            ? JoinRelType.INNER
            : switch (attached.attachment()) {
              case INNER -> JoinRelType.INNER;
              case SEMI -> JoinRelType.SEMI;
              case ANTI -> JoinRelType.ANTI;
              case LEFT -> JoinRelType.LEFT;
            };
    List<RexNode> conjuncts =
        isInner ? conjuncts(graph, tree.leftTree().set(), rightSet) : attached.condition();
    List<RexNode> moved = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      moved.add(moved(conjunct, place, left.rel, right.rel));
    }
    RexBuilder rex = left.rel.getCluster().getRexBuilder();
    RelNode joined =
        LogicalJoin.create(
            left.rel,
            right.rel,
            List.of(),
            RexUtil.composeConjunction(rex, moved),
            ImmutableSet.of(),
            kind);
    RelEstimate estimate = estimator.of(joined);
    estimator.put(
        joined, new RelEstimate(graph.uncountedRows(tree.set()), estimate.columns()).bounded());
    if (order.plain != graph) {
      RelEstimate plain = estimator.plain().of(joined);
      double rows = order.plain.uncountedRows(tree.set());
      estimator.plain().put(joined, new RelEstimate(rows, plain.columns()).bounded());
    }
    if (kind == JoinRelType.SEMI || kind == JoinRelType.ANTI) {
      place = left.place;
    }
    return new Built(joined, place);
  }

  /** Returns what must hold between two sets of units, over global columns. */
  private static List<RexNode> conjuncts(JoinGraph graph, long left, long right) {
    List<RexNode> conjuncts = new ArrayList<>();
    JoinRegion region = graph.region;
    RexBuilder rex = region.units.getFirst().rel().getCluster().getRexBuilder();
    for (JoinGraph.EqualColumns equal : graph.classes) {
      int one = -1;
      int other = -1;
      for (int column : equal.columns()) {
        long unit = 1L << region.unitOf(column);
        one = one < 0 && (unit & left) != 0 ? column : one;
        other = other < 0 && (unit & right) != 0 ? column : other;
      }
      if (one >= 0 && other >= 0) {
        conjuncts.add(
            rex.makeCall(
                SqlStdOperatorTable.EQUALS, reference(region, one), reference(region, other)));
      }
      // Members of one unit are equal too: the unit may not enforce it.
      conjuncts.addAll(withinUnits(graph, equal, left, right));
    }
    for (JoinGraph.Edge edge : graph.edges) {
      if (JoinGraph.connects(edge, left, right)) {
        conjuncts.add(edge.predicate());
      }
    }
    return conjuncts;
  }

  /**
   * Returns the equalities of several members of one unit, once: where the unit is joined first.
   */
  private static List<RexNode> withinUnits(
      JoinGraph graph, JoinGraph.EqualColumns equal, long left, long right) {
    List<RexNode> conjuncts = new ArrayList<>();
    JoinRegion region = graph.region;
    RexBuilder rex = region.units.getFirst().rel().getCluster().getRexBuilder();
    for (long side : new long[] {left, right}) {
      if (Long.bitCount(side) != 1) {
        continue;
      }
      int first = -1;
      for (int column : equal.columns()) {
        if (1L << region.unitOf(column) != side) {
          continue;
        }
        if (first >= 0) {
          conjuncts.add(
              rex.makeCall(
                  SqlStdOperatorTable.EQUALS, reference(region, first), reference(region, column)));
        } else {
          first = column;
        }
      }
    }
    return conjuncts;
  }

  private static RexNode reference(JoinRegion region, int column) {
    JoinRegion.Unit unit = region.units.get(region.unitOf(column));
    return new RexInputRef(
        column, unit.rel().getRowType().getFieldList().get(column - unit.offset()).getType());
  }

  private static RexNode moved(RexNode expression, int[] place, RelNode left, RelNode right) {
    int leftWidth = left.getRowType().getFieldCount();
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            int at = place[reference.getIndex()];
            return at < leftWidth
                ? RexInputRef.of(at, left.getRowType())
                : new RexInputRef(at, RexInputRef.of(at - leftWidth, right.getRowType()).getType());
          }
        });
  }

  /** Computes the region's output from the joined units. */
  private RelNode restore(Built built, JoinRegion region, RelNode original) {
    RexBuilder rex = built.rel.getCluster().getRexBuilder();
    List<RexNode> outputs = new ArrayList<>();
    List<RexNode> wanted = region.outputs();
    for (int i = 0; i < wanted.size(); i++) {
      RexNode output =
          wanted
              .get(i)
              .accept(
                  new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef reference) {
                      return RexInputRef.of(
                          built.place[reference.getIndex()], built.rel.getRowType());
                    }
                  });
      outputs.add(
          rex.ensureType(original.getRowType().getFieldList().get(i).getType(), output, true));
    }
    RelNode rel = built.rel;
    if (RexUtil.isIdentity(outputs, rel.getRowType())) {
      return rel;
    }
    return LogicalProject.create(
        rel, List.of(), outputs, original.getRowType().getFieldNames(), ImmutableSet.of());
  }
}
