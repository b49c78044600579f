package dev.heddle.planner.program;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.planner.check.RelChecker;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.ObservedRows;
import dev.heddle.planner.cost.PlannerMetadata;
import dev.heddle.planner.decorrelate.Decorrelator;
import dev.heddle.planner.order.MergeCosts;
import dev.heddle.planner.rel.CteDefinition;
import dev.heddle.planner.rules.Condensing;
import dev.heddle.planner.rules.EarlyAggregation;
import dev.heddle.planner.rules.EstimateNoise;
import dev.heddle.planner.rules.GroupReduction;
import dev.heddle.planner.rules.JoinOrder;
import dev.heddle.planner.rules.Rules;
import dev.heddle.planner.rules.ScanReuse;
import dev.heddle.planner.rules.SimilarGroups;
import dev.heddle.planner.rules.UnusedJoins;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.CancelFlag;

/**
 * Runs the phases of rewriting in order, checks the plan after each, and records what they did.
 *
 * <p>One object serves one query and one thread; another thread may cancel it through its flag.
 */
public final class Program {
  private static final int MATCH_LIMIT = 10_000;
  private static final RulePhase SIMPLIFY =
      new RulePhase("simplify", Rules.simplify(), MATCH_LIMIT);
  private static final RulePhase PUSH = new RulePhase("push", Rules.push(), MATCH_LIMIT);

  /** The name of the phase in which lowered plans read columns of the first rows late. */
  public static final String LATE_COLUMNS = "late columns";

  /** The name of what computes parts that occur several times once, while plans are lowered. */
  public static final String SHARED_PARTS = "shared parts";

  /** The name of what makes grouping sets of each other, while plans are lowered. */
  public static final String NESTED_SETS = "nested sets";

  private static final String CONDENSE = "condense";
  private static final String UNUSED_JOINS = "unused joins";
  private static final String JOIN_ORDER = "join order";
  private static final String AGGREGATE_EARLY = "aggregate early";
  private static final String REDUCE_GROUPS = "reduce groups";
  private static final String REUSE_SCANS = "reuse scans";
  private static final List<String> PHASES =
      List.of(
          CONDENSE,
          UNUSED_JOINS,
          SIMPLIFY.name(),
          PUSH.name(),
          JOIN_ORDER,
          AGGREGATE_EARLY,
          REDUCE_GROUPS,
          REUSE_SCANS,
          SHARED_PARTS,
          NESTED_SETS,
          KnownOrder.PHASE,
          MergeCosts.PHASE,
          LATE_COLUMNS);

  private final CancelFlag cancel;
  private final Set<String> excluded;
  private final EstimateNoise noise;
  private final List<PhaseReport> reports = new ArrayList<>();
  private final Estimator estimator;
  private final int partitions;
  private int definitions; // how many have been numbered

  /**
   * Makes a program.
   *
   * @param cancelled stops it with code {@code CANCELLED} once it is true
   * @param excluded names of rules and phases that are left out, or of {@link EstimateNoise}
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if there is none of a name
   */
  public Program(AtomicBoolean cancelled, Set<String> excluded) {
    this(cancelled, excluded, ObservedRows.NONE, 1);
  }

  /**
   * Makes a program that knows what earlier runs have counted.
   *
   * @param observed what they have
   * @param partitions that the plan will be cut into
   * @see #Program(AtomicBoolean, Set)
   */
  public Program(
      AtomicBoolean cancelled, Set<String> excluded, ObservedRows observed, int partitions) {
    this.partitions = partitions;
    this.cancel = new CancelFlag(cancelled);
    this.excluded = excluded;
    this.noise = EstimateNoise.among(excluded);
    this.estimator = new Estimator(noise.equals(EstimateNoise.NONE) ? observed : ObservedRows.NONE);
    for (String name : excluded) {
      if (!names().contains(name) && !EstimateNoise.isName(name)) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot exclude rule: " + NearestNames.missing("rule or phase", name, names()));
      }
    }
  }

  /** Returns the names of the rules and phases that can be left out. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(PHASES);
    SIMPLIFY.rules().forEach(rule -> names.add(rule.toString()));
    PUSH.rules().forEach(rule -> names.add(rule.toString()));
    return names.stream().distinct().toList();
  }

  /** Returns the plan without subqueries and correlations, otherwise as it was. */
  public RelNode mandatory(RelNode rel) {
    return parts(rel).root();
  }

  private CteExtraction.Result parts(RelNode rel) {
    PlannerMetadata.install(rel.getCluster());
    RelNode plan =
        Decorrelator.isNeeded(rel) ? checked("decorrelate", rel, this::decorrelated) : rel;
    return CteExtraction.apply(plan);
  }

  /** Returns the plan after all phases; the definitions that it reads are rewritten too. */
  public RelNode optimize(RelNode rel) {
    CteExtraction.Result parts = parts(rel);
    List<PhaseReport> before = List.copyOf(reports);
    reports.clear();
    definitions = parts.definitions().size();
    for (CteDefinition definition : parts.definitions()) {
      definition.rewrite(rewritten(definition.plan()));
    }
    RelNode result = rewritten(parts.root());
    List<PhaseReport> sums = PhaseReport.sums(reports);
    reports.clear();
    reports.addAll(before);
    reports.addAll(sums);
    return result;
  }

  private RelNode rewritten(RelNode rel) {
    RelNode plan = pass(CONDENSE, rel, Condensing::apply);
    plan = pass(UNUSED_JOINS, plan, UnusedJoins::apply);
    plan = phase(SIMPLIFY, plan);
    plan = similarParts(phase(PUSH, plan));
    return ordered(plan);
  }

  /** Computes parts once that differ in filters only; these are then rewritten by themselves. */
  private RelNode similarParts(RelNode rel) {
    List<CteDefinition> made = new ArrayList<>();
    RelNode plan =
        pass(
            SHARED_PARTS,
            rel,
            p ->
                SimilarGroups.apply(
                    p,
                    estimator,
                    part -> {
                      made.add(new CteDefinition(++definitions, part));
                      return made.getLast();
                    }));
    made.forEach(definition -> definition.rewrite(ordered(definition.plan())));
    return plan;
  }

  private RelNode ordered(RelNode rel) {
    RelNode plan = rel;
    plan = pass(JOIN_ORDER, plan, p -> JoinOrder.apply(p, estimator, noise));
    plan = pass(AGGREGATE_EARLY, plan, p -> EarlyAggregation.apply(p, estimator));
    plan = pass(REDUCE_GROUPS, plan, p -> GroupReduction.apply(p, estimator, partitions));
    plan = pass(REUSE_SCANS, plan, p -> ScanReuse.apply(p, estimator));
    return plan;
  }

  /** Returns the estimates of the last plan's nodes. */
  public Estimator estimator() {
    return estimator;
  }

  /** Returns what the phases did so far. */
  public List<PhaseReport> reports() {
    return List.copyOf(reports);
  }

  private RelNode decorrelated(RelNode rel) {
    long start = System.nanoTime();
    List<String> notes = new ArrayList<>();
    RelNode result = Decorrelator.apply(rel, cancel, notes);
    reports.add(new PhaseReport("decorrelate", System.nanoTime() - start, Map.of(), notes));
    return result;
  }

  private RelNode phase(RulePhase phase, RelNode rel) {
    return excluded.contains(phase.name())
        ? rel
        : checked(phase.name(), rel, p -> phase.without(excluded).run(p, cancel, reports));
  }

  private RelNode pass(String name, RelNode rel, UnaryOperator<RelNode> pass) {
    if (excluded.contains(name)) {
      return rel;
    }
    long start = System.nanoTime();
    RelNode result = checked(name, rel, pass);
    reports.add(new PhaseReport(name, System.nanoTime() - start, Map.of(), List.of()));
    return result;
  }

  private RelNode checked(String name, RelNode before, UnaryOperator<RelNode> phase) {
    failIfCancelled();
    RelNode after;
    try {
      after = phase.apply(before);
    } catch (RuntimeException e) {
      failIfCancelled();
      throw e;
    }
    RelChecker.check(name, before, after);
    return after;
  }

  private void failIfCancelled() {
    if (cancel.isCancelRequested()) {
      throw new HeddleException(ErrorCode.CANCELLED, "The query was cancelled while being planned");
    }
  }
}
