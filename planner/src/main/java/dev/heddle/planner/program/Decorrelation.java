package dev.heddle.planner.program;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.rules.Rules;
import dev.heddle.planner.rules.UnnestSubqueries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RuleSet;
import org.apache.calcite.tools.RuleSets;
import org.apache.calcite.util.CancelFlag;

/**
 * Removes subqueries and correlations, in this order: our own unnesting with Calcite's decorrelator
 * for what it leaves; Calcite's decorrelator alone; the general decorrelator. Where the first ones
 * are known to give wrong rows only the general one is asked. If something is left after all of
 * them, the parts of the plan that read no row from outside are taken one by one, the inner ones
 * first. If something is left even then the query is refused: a plan is never guessed.
 */
final class Decorrelation {
  private static final RulePhase TO_CORRELATIONS =
      new RulePhase(
          "subqueries", Rules.subqueriesToCorrelations(), HepMatchOrder.DEPTH_FIRST, 1000);
  private static final RulePhase TO_MARKS =
      new RulePhase("subqueries", Rules.subqueriesToMarks(), HepMatchOrder.DEPTH_FIRST, 1000);
  private static final RulePhase MARKS_TO_JOINS =
      new RulePhase("marks", Rules.marksToJoins(), HepMatchOrder.TOP_DOWN, 1000);

  /**
   * Instead of rules that aggregate the rows of an outer join, where an outer row without any has
   * one of nulls.
   */
  private static final RuleSet NO_RULES = RuleSets.ofList();

  private static final String OWN_PACKAGES = "dev.heddle.";

  private Decorrelation() {}

  static RelNode run(RelNode given, CancelFlag cancel, List<PhaseReport> reports) {
    if (isFlat(given)) {
      return given;
    }
    long start = System.nanoTime();
    CorrelatedWindows windows = new CorrelatedWindows();
    RelNode rel = CarriedCalls.pack(windows.apply(given));
    List<Way> ways =
        windows.areLeft()
            ? List.of(Way.GENERAL)
            : NestedCorrelations.areIn(rel)
                ? List.of(Way.OWN_AND_GENERAL, Way.GENERAL)
                : List.of(Way.OWN, Way.CLASSIC, Way.GENERAL);
    boolean keepsNulls = CarriedCalls.keepsNulls(given);
    List<PhaseReport> steps = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    RelNode result = null;
    for (Way way : ways) {
      try {
        RelNode tried = way.run(rel, keepsNulls, cancel, steps);
        if (isFlat(tried)) {
          result = LiteralAggregates.apply(CarriedCalls.unpack(tried));
          break;
        }
        notes.add(way + " left a correlation");
      } catch (RuntimeException | AssertionError e) {
        if (cancel.isCancelRequested()) {
          throw e;
        }
        notes.add(way + " failed: " + firstLine(e));
      }
    }
    Map<String, Integer> fired = new java.util.LinkedHashMap<>();
    steps.forEach(
        step -> step.fired().forEach((rule, times) -> fired.merge(rule, times, Integer::sum)));
    reports.add(new PhaseReport("decorrelate", System.nanoTime() - start, fired, notes));
    if (result == null) {
      RelNode smaller = new ClosedParts(given, part -> run(part, cancel, reports)).apply();
      if (smaller != given) {
        return run(smaller, cancel, reports);
      }
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot plan: a subquery reads columns of the outer query in a way that cannot be turned"
              + " into a join ("
              + String.join("; ", notes)
              + "); write it as a join or with WITH");
    }
    return result;
  }

  private static String firstLine(Throwable e) {
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return text.lines().findFirst().orElse("").strip();
  }

  private enum Way {
    OWN {
      @Override
      RelNode run(RelNode rel, boolean keepsNulls, CancelFlag cancel, List<PhaseReport> steps) {
        RelNode unnested = UnnestSubqueries.apply(rel);
        return isFlat(unnested) ? unnested : CLASSIC.run(unnested, keepsNulls, cancel, steps);
      }
    },
    CLASSIC {
      @Override
      RelNode run(RelNode rel, boolean keepsNulls, CancelFlag cancel, List<PhaseReport> steps) {
        RelNode given = inputsFirst(rel, input -> run(input, keepsNulls, cancel, steps));
        RelNode correlated = TO_CORRELATIONS.run(given, cancel, steps);
        return isFlat(correlated) ? correlated : decorrelate(correlated, keepsNulls);
      }

      private static RelNode decorrelate(RelNode rel, boolean keepsNulls) {
        UnaryOperator<RelNode> step =
            given ->
                RelDecorrelator.decorrelateQuery(
                    given, builder(given), keepsNulls ? NO_RULES : null);
        RelNode hidden = HiddenParts.hide(rel, input -> decorrelate(input, keepsNulls), step);
        return HiddenParts.show(step.apply(hidden));
      }
    },
    OWN_AND_GENERAL {
      @Override
      RelNode run(RelNode rel, boolean keepsNulls, CancelFlag cancel, List<PhaseReport> steps) {
        RelNode unnested = UnnestSubqueries.apply(rel);
        return isFlat(unnested) ? unnested : GENERAL.run(unnested, keepsNulls, cancel, steps);
      }
    },
    GENERAL {
      @Override
      RelNode run(RelNode rel, boolean keepsNulls, CancelFlag cancel, List<PhaseReport> steps) {
        if (NestedCorrelations.hasQuantified(rel)) {
          throw new IllegalStateException("a quantified comparison is left");
        }
        RelNode given = inputsFirst(rel, input -> run(input, keepsNulls, cancel, steps));
        RelNode marked = TO_MARKS.run(given, cancel, steps);
        return MARKS_TO_JOINS.run(
            TopDownGeneralDecorrelator.decorrelateQuery(marked, builder(marked)), cancel, steps);
      }
    };

    abstract RelNode run(
        RelNode rel, boolean keepsNulls, CancelFlag cancel, List<PhaseReport> steps);
  }

  /**
   * Applies a way to what is below our own nodes: decorrelators take it that such a node's columns
   * stay where they are, although they add columns to its inputs.
   */
  private static RelNode inputsFirst(RelNode rel, UnaryOperator<RelNode> way) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode node = super.visit(other);
            boolean isOwn = node.getClass().getPackageName().startsWith(OWN_PACKAGES);
            if (!isOwn) {
              return node;
            }
            List<RelNode> inputs = new ArrayList<>();
            for (RelNode input : node.getInputs()) {
              boolean isClosed = NestedCorrelations.read(input).isEmpty();
              inputs.add(isClosed && !isFlat(input) ? way.apply(input) : input);
            }
            return inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
          }
        });
  }

  private static RelBuilder builder(RelNode rel) {
    return RelBuilder.proto(
            Contexts.of(
                RelBuilder.Config.DEFAULT.withPruneInputOfAggregate(false),
                RelFactories.DEFAULT_STRUCT))
        .create(rel.getCluster(), null);
  }

  /** Returns whether the plan holds no correlation and no subquery. */
  static boolean isFlat(RelNode rel) {
    return isFlat(rel, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean isFlat(RelNode rel, Set<RelNode> flat) {
    if (flat.contains(rel)) {
      return true;
    }
    if (rel instanceof Correlate || hasSubquery(rel)) {
      return false;
    }
    for (RelNode input : rel.getInputs()) {
      if (!isFlat(input, flat)) {
        return false;
      }
    }
    boolean isFlat = !readsOuterRow(rel);
    if (isFlat) {
      flat.add(rel);
    }
    return isFlat;
  }

  /** Whether expressions of the node itself do. */
  private static boolean readsOuterRow(RelNode rel) {
    boolean[] reads = {false};
    RelNode unused =
        rel.accept(
            new RexShuttle() {
              @Override
              public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                reads[0] = true;
                return variable;
              }
            });
    return reads[0];
  }

  private static boolean hasSubquery(RelNode rel) {
    return switch (rel) {
      case Filter filter -> RexUtil.SubQueryFinder.find(filter.getCondition()) != null;
      case Join join -> RexUtil.SubQueryFinder.find(join.getCondition()) != null;
      case Project project -> {
        for (RexNode expression : project.getProjects()) {
          if (RexUtil.SubQueryFinder.find(expression) != null) {
            yield true;
          }
        }
        yield false;
      }
      default -> false;
    };
  }
}
