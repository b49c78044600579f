package dev.heddle.server.model;

import dev.heddle.frame.QueryProfile;
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
  private final String text;
  private final Instant begun;
  private final Map<Integer, StageRecord> stages = new LinkedHashMap<>();
  private final List<QueryEvent.StepEnded> steps = new ArrayList<>();
  private final Series series = new Series();
  private TaskTimeline timeline = new TaskTimeline();
  private List<PlanNode> nodes = List.of();
  private List<Finding> findings = List.of();
  private @Nullable QueryProgress last;
  private @Nullable Instant ended;
  private @Nullable QueryProfile profile;
  private @Nullable String failure;
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
  public String text() {
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
      stages.put(each.stage(), merged(stages.get(each.stage()), each, millis));
    }
  }

  private StageRecord merged(@Nullable StageRecord before, StageStatus now, long millis) {
    boolean hasBegun = now.running() > 0 || now.finished() > 0;
    boolean isOver = now.tasks() > 0 && now.finished() >= now.tasks();
    Long started = before == null ? null : before.startedMillis();
    Long over = before == null ? null : before.endedMillis();
    return new StageRecord(
        now.stage(),
        secrets.mask(now.operators()),
        before == null ? List.of() : before.inputs(),
        now.tasks(),
        now.running(),
        now.finished(),
        now.share(),
        started == null && hasBegun ? Long.valueOf(millis) : started,
        over == null && isOver ? Long.valueOf(millis) : over,
        now.rows(),
        before == null ? 0 : before.rows(),
        before == null ? 0 : before.bytes(),
        before == null ? TaskSizes.NONE : before.taskSizes());
  }

  /** Writes down what has happened in it. */
  public synchronized void event(QueryEvent event) {
    long millis = Math.max(0, event.at().toEpochMilli() - begun.toEpochMilli());
    switch (event) {
      case QueryEvent.Began _ -> {}
      case QueryEvent.StepEnded step -> {
        if (steps.size() < MAX_STEPS) {
          steps.add(step);
        }
      }
      case QueryEvent.Planned planned -> plan(planned);
      case QueryEvent.StageStarted start ->
          change(start.stage(), stage -> started(stage, start.tasks(), millis));
      case QueryEvent.StageEnded end ->
          change(end.stage(), stage -> ended(stage, end.rows(), end.bytes(), millis));
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

  private void plan(QueryEvent.Planned planned) {
    if (!nodes.isEmpty()) {
      timeline = new TaskTimeline(); // planned anew: its tasks are others
      stages.clear();
    }
    for (PlannedStage each : planned.stages()) {
      stages.merge(
          each.stage(),
          planned(each),
          (known, plan) ->
              new StageRecord(
                  plan.stage(),
                  plan.operators(),
                  plan.inputs(),
                  known.tasks(),
                  known.running(),
                  known.finished(),
                  known.share(),
                  known.startedMillis(),
                  known.endedMillis(),
                  known.readRows(),
                  known.rows(),
                  known.bytes(),
                  known.taskSizes()));
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

  private StageRecord planned(PlannedStage stage) {
    return new StageRecord(
        stage.stage(),
        secrets.mask(stage.operators()),
        stage.inputs(),
        stage.tasks(),
        0,
        0,
        0,
        null,
        null,
        0,
        0,
        0,
        TaskSizes.NONE);
  }

  private interface StageChange {
    StageRecord of(StageRecord stage);
  }

  private void change(int number, StageChange change) {
    StageRecord stage = stages.get(number);
    if (stage != null) {
      stages.put(number, change.of(stage));
    }
  }

  private static StageRecord started(StageRecord stage, int tasks, long millis) {
    return new StageRecord(
        stage.stage(),
        stage.operators(),
        stage.inputs(),
        tasks,
        stage.running(),
        stage.finished(),
        stage.share(),
        millis,
        stage.endedMillis(),
        stage.readRows(),
        stage.rows(),
        stage.bytes(),
        stage.taskSizes());
  }

  private static StageRecord ended(StageRecord stage, long rows, long bytes, long millis) {
    Long started = stage.startedMillis() == null ? Long.valueOf(millis) : stage.startedMillis();
    return new StageRecord(
        stage.stage(),
        stage.operators(),
        stage.inputs(),
        stage.tasks(),
        0,
        stage.tasks(),
        1,
        started,
        millis,
        stage.readRows(),
        rows,
        bytes,
        stage.taskSizes());
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
      change(
          end.stage(),
          stage ->
              new StageRecord(
                  stage.stage(),
                  stage.operators(),
                  stage.inputs(),
                  stage.tasks(),
                  stage.running(),
                  stage.finished(),
                  stage.share(),
                  stage.startedMillis(),
                  stage.endedMillis(),
                  stage.readRows(),
                  stage.rows() + end.rows(),
                  stage.bytes() + end.bytes(),
                  stage.taskSizes().plus(end.bytes(), end.ran().toMillis())));
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
        Optional.ofNullable(failure));
  }

  /** Returns all that is known of it but for its tasks. */
  public synchronized QueryView view() {
    return new QueryView(
        summary(),
        List.copyOf(stages.values()),
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
