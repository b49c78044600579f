package dev.heddle.planner;

import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.exchange.PlanNotes;
import dev.heddle.planner.explain.NodeMetrics;
import dev.heddle.planner.explain.PhaseText;
import dev.heddle.planner.explain.PlanText;
import dev.heddle.planner.explain.RelText;
import dev.heddle.planner.explain.StageText;
import dev.heddle.planner.program.CteExtraction;
import dev.heddle.planner.program.PhaseReport;
import dev.heddle.planner.translate.TimeUse;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.rel.RelNode;

/**
 * What planning made of a query: the plan to run, and what {@code explain} shows.
 *
 * <p>Immutable. Texts are made when they are asked for, on the thread that asks; one thread at a
 * time.
 */
public final class PlannedQuery {
  private final RelNode logical;
  private final RelNode optimized;
  private final Estimator estimator;
  private final PhysicalPlan physical;
  private final List<PhaseReport> phases;
  private final AtomicBoolean isRefuted; // of all that have these estimates

  PlannedQuery(
      RelNode logical,
      RelNode optimized,
      Estimator estimator,
      PhysicalPlan physical,
      List<PhaseReport> phases) {
    this(logical, optimized, estimator, physical, phases, new AtomicBoolean());
  }

  private PlannedQuery(
      RelNode logical,
      RelNode optimized,
      Estimator estimator,
      PhysicalPlan physical,
      List<PhaseReport> phases,
      AtomicBoolean isRefuted) {
    this.isRefuted = isRefuted;
    this.logical = logical;
    this.optimized = optimized;
    this.estimator = estimator;
    this.physical = physical;
    this.phases = List.copyOf(phases);
  }

  /** Returns the same plan with other reports. */
  PlannedQuery withPhases(List<PhaseReport> other) {
    return new PlannedQuery(logical, optimized, estimator, physical, other, isRefuted);
  }

  /** Returns the same query with another plan to run. */
  public PlannedQuery withPhysical(PhysicalPlan other) {
    return new PlannedQuery(logical, optimized, estimator, other, phases, isRefuted);
  }

  /** Notes that a run has shown its estimates to be far from right: it is not to be used again. */
  public void refute() {
    isRefuted.set(true);
  }

  /** Returns whether a run has shown its estimates to be far from right. Any thread may ask. */
  boolean isRefuted() {
    return isRefuted.get();
  }

  /** Returns whether the moment for which it was planned, or its seed, went into the plan. */
  boolean dependsOnTime() {
    return TimeUse.in(logical);
  }

  /** Returns the plan to run; with several partitions it holds exchanges. */
  public PhysicalPlan physical() {
    return physical;
  }

  /** Returns what each phase did and how long it took, in order. */
  public List<PhaseReport> phases() {
    return phases;
  }

  /** Returns the plan as it was written. */
  public String logicalText() {
    return RelText.of(CteExtraction.apply(logical).root());
  }

  /** Returns the plan after rewriting, with the expected rows of each node. */
  public String optimizedText() {
    return RelText.of(optimized, estimator);
  }

  /** Returns the operators, with estimates. */
  public String physicalText() {
    return PlanText.of(physical, PlanNotes::of);
  }

  /** Returns the operators, with estimates and what was measured. */
  public String physicalText(NodeMetrics metrics) {
    return PlanText.of(physical, PlanNotes::of, metrics);
  }

  /** Returns one line a stage. */
  public String stagesText() {
    return StageText.of(physical);
  }

  /** Returns one line a phase: its time, the rules that fired, and what was tried and not done. */
  public String phasesText() {
    return PhaseText.of(phases);
  }
}
