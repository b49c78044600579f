package dev.heddle.engine.session;

import dev.heddle.engine.explain.CpuShares;
import dev.heddle.engine.explain.CpuText;
import dev.heddle.engine.explain.ExplainJson;
import dev.heddle.engine.findings.Evidence;
import dev.heddle.engine.findings.Findings;
import dev.heddle.engine.findings.PlaceAdvice;
import dev.heddle.engine.findings.UserFunctions;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.explain.NodeMetrics;
import dev.heddle.planner.sql.tree.ExplainKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Puts the parts of {@code explain} together.
 *
 * @param threads that work on a query
 * @param held what there is to say of cached and persisted frames in the plan
 */
record ExplainText(int threads, List<String> held) {
  /** What is made of a query that was planned. */
  interface Planned<T> {
    T of(ExplainText text, QueryRun run);
  }

  /** What is made of a query that has run. */
  interface Analyzed<T> {
    T of(ExplainText text, QueryRun run, Evidence evidence, long peakBytes);
  }

  /** Returns the plan that is asked for; a mode that needs a run runs the query. */
  static String of(
      QueryExecutor executor, LogicalPlan plan, ExplainMode mode, StatementStart start) {
    if (!mode.isRun()) {
      return executor.planned(plan, start, (text, run) -> text.of(run, mode));
    }
    return executor.analyzed(
        plan,
        mode,
        start,
        (text, run, evidence, peak) ->
            mode.isJson()
                ? ExplainJson.of(run.stages(), run.nodes().described(), evidence, peak, cpu(run))
                : text.analyze(run, evidence, peak));
  }

  private String of(QueryRun run, ExplainMode mode) {
    PlannedQuery planned = run.planned();
    return switch (mode) {
      case LOGICAL -> planned.logicalText();
      case OPTIMIZED -> planned.optimizedText();
      case PHYSICAL -> planned.physicalText();
      case JSON, ANALYZE_JSON, ANALYZE_PROFILE_JSON ->
          ExplainJson.of(run.stages(), run.nodes().described());
      case ALL, ANALYZE, ANALYZE_PROFILE ->
          section("logical plan", planned.logicalText())
              + section("optimised plan", planned.optimizedText())
              + section("physical plan", planned.physicalText())
              + section("stages", run.graph().describe())
              + section("memory", floors(run.floors(threads)))
              + heldText()
              + section("planning", planned.phasesText());
    };
  }

  private static String floors(QueryRun.FloorBytes floors) {
    return String.format(
        Locale.ROOT,
        "needs at least %s: %s for batches under way, %s for states of operators",
        mebibytes(floors.own() + floors.reserved()),
        mebibytes(floors.own()),
        mebibytes(floors.reserved()));
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
  }

  /** Returns the section of cached and persisted frames, empty if the plan has none. */
  private String heldText() {
    return held.isEmpty() ? "" : section("cached rows", String.join("\n", held));
  }

  private static String section(String title, String text) {
    return "== " + title + "\n" + text + (text.endsWith("\n") ? "\n" : "\n\n");
  }

  /** Returns all plans with what was measured beside the nodes. */
  private String analyze(QueryRun run, Evidence evidence, long peakBytes) {
    PlannedQuery planned = run.planned();
    NodeMetrics metrics =
        node -> {
          OperatorMetrics measured = run.metrics().of(node);
          return Optional.of(
              new NodeMetrics.Measurement(
                  measured.rowsOut(),
                  measured.generatedRows(),
                  measured.nanos(),
                  measured.spilledBytes(),
                  ScanProfiles.of(node, run.metrics())));
        };
    StringBuilder text = new StringBuilder();
    text.append(section("logical plan", planned.logicalText()));
    text.append(section("optimised plan", planned.optimizedText()));
    text.append(section("physical plan", planned.physicalText(metrics)));
    text.append(section("stages", run.graph().describe()));
    if (!run.metrics().notes().isEmpty()) {
      text.append(section("adaptive steps", String.join("\n", run.metrics().notes())));
    }
    text.append(section("memory", floors(run.floors(threads))));
    text.append(heldText());
    text.append(section("planning", planned.phasesText()));
    StringBuilder times = new StringBuilder();
    for (QueryProfile.Phase phase : run.profile().phases()) {
      times.append(
          String.format(Locale.ROOT, "%-24s %9.2f ms\n", phase.name(), phase.elapsedNanos() / 1e6));
    }
    times.append(evidence.resultRows()).append(" rows, peak memory ").append(mebibytes(peakBytes));
    if (run.spilledBytes() > 0) {
      times.append(", spilled ").append(mebibytes(run.spilledBytes()));
      times.append(" in ").append(run.spilledFiles()).append(" files");
    }
    times.append('\n');
    Traffic traffic = run.traffic();
    if (traffic != null) {
      times.append(traffic.line()).append('\n');
    }
    text.append(section("times", times.toString()));
    text.append(section("findings", findings(evidence)));
    cpu(run).ifPresent(cpu -> text.append(section("cpu time", CpuText.of(cpu))));
    return text.toString();
  }

  private static Optional<CpuShares> cpu(QueryRun run) {
    return run.profile()
        .cpu()
        .map(
            cpu ->
                new CpuShares(cpu, run.nodes().described(), UserFunctions.of(run.nodes().all())));
  }

  private static String findings(Evidence evidence) {
    StringBuilder text = new StringBuilder();
    int number = 0;
    for (Finding each : Findings.of(evidence)) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d. %s, about %.2f s: %s\n   %s\n",
              ++number,
              each.code(),
              each.cost().toNanos() / 1e9,
              each.what(),
              each.remedy()));
    }
    return (number == 0 ? "none\n" : text.toString()) + PlaceAdvice.of(evidence) + "\n";
  }

  /** Returns what a kind of EXPLAIN shows. */
  static ExplainMode mode(ExplainKind kind) {
    return switch (kind) {
      case ALL -> ExplainMode.ALL;
      case ANALYZE -> ExplainMode.ANALYZE;
      case LOGICAL -> ExplainMode.LOGICAL;
      case OPTIMIZED -> ExplainMode.OPTIMIZED;
      case PHYSICAL -> ExplainMode.PHYSICAL;
      case JSON -> ExplainMode.JSON;
      case ANALYZE_JSON -> ExplainMode.ANALYZE_JSON;
      case ANALYZE_PROFILE -> ExplainMode.ANALYZE_PROFILE;
      case ANALYZE_PROFILE_JSON -> ExplainMode.ANALYZE_PROFILE_JSON;
    };
  }
}
