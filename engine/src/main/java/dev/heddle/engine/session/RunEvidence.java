package dev.heddle.engine.session;

import dev.heddle.engine.findings.Evidence;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Puts together what is known of a run. */
final class RunEvidence {
  private RunEvidence() {}

  /**
   * Returns what is known.
   *
   * @param steps of the query that the run belongs to
   * @param elapsedNanos since that began
   * @param earlier queries that began before it in this process
   * @param threads of this process that work on a query
   */
  static Evidence of(
      QueryRun run,
      QuerySteps steps,
      long elapsedNanos,
      long earlier,
      int threads,
      StageRunner runner) {
    PlanNodes nodes = run.nodes();
    PlanMetrics metrics = run.metrics();
    List<Evidence.Node> all = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      PhysicalPlan node = nodes.node(i);
      OperatorMetrics did = metrics.of(node);
      Optional<ScanMetrics> scan =
          node instanceof PhysicalPlan.Scan read ? metrics.ofScan(read) : Optional.empty();
      all.add(
          new Evidence.Node(
              i,
              nodes.stage(i),
              node,
              nodes.inputs(i),
              did.rowsOut(),
              did.nanos(),
              did.idleNanos(),
              did.stateBytes(),
              did.spilledBytes(),
              did.keys(),
              scan.map(counts -> counts.fileBytes.sum()).orElse(0L),
              scan.map(counts -> counts.readWaitNanos.sum()).orElse(0L),
              ScanProfiles.of(node, metrics)));
    }
    List<Evidence.Stage> stages = new ArrayList<>();
    for (StageTemplate stage : run.graph().stages()) {
      steps.tasks(stage.stage(), keys(run.graph(), stage)).ifPresent(stages::add);
    }
    boolean isHere = runner.isInProcess();
    int slots = runner.slots();
    return new Evidence(
        all,
        stages,
        run.profile(),
        elapsedNanos,
        steps.nanos(QueryStep.PLANNING),
        steps.planCpuNanos(),
        earlier,
        steps.nanos(QueryStep.ENCODING) + steps.nanos(QueryStep.SUBMISSION),
        steps.submittedBytes(),
        run.runNanos(),
        run.resultNanos(isHere ? threads : 1),
        all.getLast().rows(),
        functions(metrics),
        metrics.threads().plus(metrics.elsewhere().threads()),
        isHere ? threads : slots,
        slots,
        isHere ? Evidence.Place.HERE : Evidence.Place.ELSEWHERE);
  }

  private static Map<String, Long> functions(PlanMetrics metrics) {
    Map<String, Long> nanos = new TreeMap<>(metrics.functions().nanos());
    metrics
        .elsewhere()
        .functionNanos()
        .forEach((function, spent) -> nanos.merge(function, spent, Long::sum));
    return nanos;
  }

  /** Returns the columns by which the rows are divided that a stage reads. */
  private static List<String> keys(StageGraph graph, StageTemplate stage) {
    for (int input : stage.inputs()) {
      StageTemplate writer = graph.stage(input);
      if (writer.output() instanceof StageOutput.ToExchange to
          && to.distribution() instanceof Distribution.Hash hash) {
        return hash.keys().stream()
            .map(key -> writer.fragment().output().field(key).name())
            .toList();
      }
    }
    return List.of();
  }
}
