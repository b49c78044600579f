package dev.heddle.server.model;

import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query of which events and progress are written down while it runs. What no event says, such as
 * when a stage began, is taken from progress. Thread-safe.
 */
public final class QueryRecord {
  private static final int MAX_STEPS = 1_000;
  private static final int MAX_TEXT = 100_000;

  private final long id;
  private final long query;
  private final String owner;
  private final Secrets secrets;
  private String text;
  private final Instant begun;
  private final Map<Integer, StageLine> stages = new LinkedHashMap<>();
  private final List<QueryEvent.StepEnded> steps = new ArrayList<>();
  private final Series series = new Series();
  private TaskTimeline timeline = new TaskTimeline();
  private List<PlanNode> nodes = List.of();
  private List<Finding> findings = List.of();
  private @Nullable QueryProgress last;
  private @Nullable Instant ended;
  private @Nullable QueryProfile profile;
  private @Nullable String failure;
  private @Nullable CpuProfile cpu; // dropped where others are newer
  private long sampledNanos = -1;
  private QueryState state = QueryState.PLANNING;
  private String why = "";
  private long peakMemory;

  QueryRecord(long id, long query, String owner, String text, Instant begun, Secrets secrets) {
    this.id = id;
    this.query = query;
    this.owner = owner;
    this.secrets = secrets;
    this.text = cut(secrets.mask(cut(text)));
    this.begun = begun;
  }

  /** Begins the record of a query of this process. */
  public static QueryRecord begin(
      long id, long query, String text, Instant begun, Secrets secrets) {
    return new QueryRecord(id, query, "", text, begun, secrets);
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "…";
  }

  /** Returns its number on pages. */
  public long id() {
    return id;
  }

  /** Returns its number in this process, or the job's in the cluster. */
  public long query() {
    return query;
  }

  /** Returns the statement. */
  public synchronized String text() {
    return text;
  }

  /** Writes down how far it is. */
  public synchronized void progress(QueryProgress progress) {
    if (ended != null) {
      return;
    }
    last = progress;
    state = progress.state();
    peakMemory = Math.max(peakMemory, progress.memoryBytes());
    long millis = progress.elapsed().toMillis();
    series.add(
        new double[] {
          millis,
          progress.rows(),
          progress.bytesRead(),
          progress.memoryBytes(),
          progress.spilledBytes()
        });
    for (StageStatus each : progress.stages()) {
      stage(each.stage()).progress(each, secrets.mask(each.operators()), millis);
    }
  }

  private StageLine stage(int number) {
    return stages.computeIfAbsent(number, StageLine::new);
  }

  private Optional<StageLine> known(int number) {
    return Optional.ofNullable(stages.get(number));
  }

  /** Writes down what has happened in it. */
  public synchronized void event(QueryEvent event) {
    long millis = Math.max(0, event.at().toEpochMilli() - begun.toEpochMilli());
    switch (event) {
      case QueryEvent.Began began -> {
        if (began.text().length() > text.length()) {
          text = cut(secrets.mask(cut(began.text()))); // what was known before was shortened
        }
      }
      case QueryEvent.Profiled profiled -> sampled(profiled.profile());
      case QueryEvent.StepEnded step -> {
        if (steps.size() < MAX_STEPS) {
          steps.add(step);
        }
      }
      case QueryEvent.Planned planned -> plan(planned);
      case QueryEvent.StageStarted start ->
          known(start.stage()).ifPresent(stage -> stage.start(start.tasks(), millis));
      case QueryEvent.StageEnded end ->
          known(end.stage()).ifPresent(stage -> stage.end(end.rows(), end.bytes(), millis));
      case QueryEvent.TaskStarted start ->
          timeline.start(start.stage(), start.task(), start.attempt(), start.worker(), millis);
      case QueryEvent.TaskEnded end -> endTask(end, millis);
      case QueryEvent.Ended end -> {
        progress(end.last());
        failure = end.failure().map(secrets::mask).orElse(null);
        profile = end.profile().orElse(null);
        findings =
            end.findings().stream()
                .map(
                    each ->
                        new Finding(
                            each.code(),
                            secrets.mask(each.what()),
                            secrets.mask(each.remedy()),
                            each.cost(),
                            each.nodes()))
                .toList();
        end(event.at());
      }
    }
  }

  /** Returns where its CPU time went, if it was sampled and that is in memory. */
  public synchronized Optional<CpuProfile> cpu() {
    return Optional.ofNullable(cpu);
  }

  private void sampled(CpuProfile sampled) {
    cpu = sampled;
    sampledNanos = sampled.attributed().plus(sampled.unattributed()).plus(sampled.lost()).toNanos();
  }

  /** Forgets its stacks: what is kept in the folder is shown from then on. */
  synchronized void dropStacks() {
    cpu = null;
  }

  private void plan(QueryEvent.Planned planned) {
    if (!nodes.isEmpty()) {
      timeline = new TaskTimeline(); // planned anew: its tasks are others
      stages.clear();
    }
    for (PlannedStage each : planned.stages()) {
      stage(each.stage()).plan(secrets.mask(each.operators()), each.inputs(), each.tasks());
    }
    nodes =
        planned.nodes().stream()
            .map(
                each ->
                    new PlanNode(
                        each.node(),
                        each.stage(),
                        each.operator(),
                        secrets.mask(each.text()),
                        each.expectedRows(),
                        each.inputs()))
            .toList();
  }

  private void endTask(QueryEvent.TaskEnded end, long millis) {
    timeline.end(
        end.stage(),
        end.task(),
        end.attempt(),
        end.worker(),
        millis,
        end.ran().toMillis(),
        end.rows(),
        end.bytes(),
        end.failure().isPresent() ? TaskTimeline.Outcome.FAILED : TaskTimeline.Outcome.DONE);
    if (end.failure().isEmpty()) {
      known(end.stage())
          .ifPresent(stage -> stage.endTask(end.rows(), end.bytes(), end.ran().toMillis()));
    }
  }

  /** Writes down what runs of it, or why nothing does. */
  synchronized void why(String text) {
    why = secrets.mask(text);
  }

  /** Is over, as somebody else says. */
  synchronized void end(QueryState how, Optional<String> reason, Instant at) {
    state = how;
    failure = reason.map(secrets::mask).orElse(null);
    end(at);
  }

  private void end(Instant at) {
    if (ended == null) {
      ended = at;
      timeline.close(Math.max(0, at.toEpochMilli() - begun.toEpochMilli()));
    }
  }

  /** Returns whether it is over. */
  public synchronized boolean isOver() {
    return state.isEnd();
  }

  /** Returns how long it runs, or ran. */
  public synchronized long elapsedMillis() {
    return Math.max(
        0, (ended == null ? Instant.now() : ended).toEpochMilli() - begun.toEpochMilli());
  }

  /** Returns it in a line. */
  public synchronized QuerySummary summary() {
    QueryProgress now = last;
    return new QuerySummary(
        id,
        text,
        owner,
        state,
        why,
        begun.toEpochMilli(),
        elapsedMillis(),
        now == null || state.isEnd() ? -1 : now.left().map(left -> left.toMillis()).orElse(-1L),
        state == QueryState.FINISHED ? 1 : now == null ? 0 : now.share(),
        now == null ? 0 : now.rows(),
        now == null ? 0 : now.bytesRead(),
        now == null ? 0 : now.files(),
        now == null ? 0 : now.rowGroups(),
        now == null ? 0 : now.rowGroupsSkipped(),
        now == null || state.isEnd() ? peakMemory : now.memoryBytes(),
        now == null ? 0 : now.spilledBytes(),
        findings.size(),
        sampledNanos,
        Optional.ofNullable(failure));
  }

  /** Returns all that is known of it but for its tasks. */
  public synchronized QueryView view() {
    return new QueryView(
        summary(),
        stages.values().stream().map(StageLine::record).toList(),
        nodes,
        last == null ? List.<NodeStatus>of() : last.nodes(),
        steps,
        series.points(),
        findings,
        Optional.ofNullable(profile));
  }

  /** Returns what the lines of its timeline are called. */
  public synchronized List<String> laneNames() {
    return timeline.laneNames();
  }

  /** Returns how many tasks it has had. */
  public synchronized int tasks() {
    return timeline.tasks();
  }

  /** Returns the bars of a part of its timeline, see {@link TaskTimeline#bars}. */
  public synchronized List<TaskBar> bars(long fromMillis, long toMillis, int pixels) {
    return timeline.bars(fromMillis, toMillis, pixels);
  }
}
