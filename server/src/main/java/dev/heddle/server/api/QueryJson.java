package dev.heddle.server.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.server.model.FlameGraph;
import dev.heddle.server.model.GraphView;
import dev.heddle.server.model.QueryLog;
import dev.heddle.server.model.QueryRecord;
import dev.heddle.server.model.QuerySummary;
import dev.heddle.server.model.QueryView;
import dev.heddle.server.model.StageLead;
import dev.heddle.server.model.StageRecord;
import dev.heddle.server.model.TaskBar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A query as JSON, in short and with all that is known of it. Thread-safe. */
public final class QueryJson implements QueryLog.Encoder {
  /** How many pixels the timelines of pages have at most. */
  static final int MAX_PIXELS = 1_600;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_LIST_TEXT = 400;
  private static final int MAX_NODES = 1_000;
  private static final int MAX_NODE_TEXT = 400;
  private static final int MAX_GRAPH_TEXT = 160;
  private static final double THOUSANDTHS = 1e3;

  private final Secrets secrets = new Secrets();

  @Override
  public String summary(QuerySummary query) {
    return put(query, JSON.createObjectNode(), MAX_LIST_TEXT).toString();
  }

  @Override
  public String all(QueryRecord record) {
    return detail(record).toString();
  }

  @Override
  public String profile(QueryRecord record, CpuProfile profile, FlameGraph.By by) {
    return ProfileApi.profile(record, profile, by, FlameGraph.ALL_PROCESSES);
  }

  static ObjectNode summary(QuerySummary query, ObjectNode to) {
    return put(query, to, MAX_LIST_TEXT);
  }

  private static ObjectNode put(QuerySummary query, ObjectNode to, int maxText) {
    String text = query.text();
    to.put("id", query.id())
        .put("text", cut(text, maxText))
        .put("owner", query.owner())
        .put("state", query.state().name())
        .put("why", query.why())
        .put("begun_millis", query.begunMillis())
        .put("elapsed_millis", query.elapsedMillis())
        .put("share", rounded(query.share()))
        .put("rows", query.rows())
        .put("bytes_read", query.bytesRead())
        .put("files", query.files())
        .put("row_groups", query.rowGroups())
        .put("row_groups_skipped", query.rowGroupsSkipped())
        .put("memory_bytes", query.memoryBytes())
        .put("spilled_bytes", query.spilledBytes())
        .put("findings", query.findings())
        .put("sampled_nanos", query.sampledNanos())
        .put("failure", query.failure().map(each -> cut(each, maxText)).orElse(null));
    if (query.leftMillis() >= 0) {
      to.put("left_millis", query.leftMillis());
    } else {
      to.putNull("left_millis");
    }
    return to;
  }

  private static String cut(String text, int max) {
    return text.length() > max ? text.substring(0, max - 1) + "…" : text;
  }

  private static double rounded(double value) {
    return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
  }

  /** Returns all of a query. */
  ObjectNode detail(QueryRecord record) {
    QueryView view = record.view();
    ObjectNode all = put(view.summary(), JSON.createObjectNode(), Integer.MAX_VALUE);
    all.remove("findings");
    addStages(view, all.putArray("stages"));
    addNodes(view, all.putArray("nodes"));
    ArrayNode steps = all.putArray("steps");
    for (QueryEvent.StepEnded each : view.steps()) {
      steps
          .addObject()
          .put("step", each.step().name().toLowerCase(Locale.ROOT))
          .put("from_millis", each.at().toEpochMilli() - view.summary().begunMillis())
          .put("nanos", each.took().toNanos())
          .put("bytes", each.bytes());
    }
    addSeries(view.series(), all.putArray("series"));
    ArrayNode findings = all.putArray("findings");
    view.findings().forEach(each -> add(each, findings.addObject()));
    view.profile()
        .ifPresent(profile -> ProfileJson.put(profile, secrets, all.putObject("profile")));
    timeline(record, 0, view.summary().elapsedMillis(), MAX_PIXELS, all.putObject("timeline"));
    return all;
  }

  private static void add(Finding finding, ObjectNode to) {
    to.put("code", finding.code())
        .put("what", finding.what())
        .put("remedy", finding.remedy())
        .put("cost_millis", finding.cost().toMillis());
    finding.nodes().forEach(to.putArray("nodes")::add);
  }

  private static void addStages(QueryView view, ArrayNode to) {
    List<StageLead> leads = StageLead.of(view.stages(), view.nodes());
    for (int i = 0; i < leads.size(); i++) {
      put(view.stages().get(i), leads.get(i), to.addObject());
    }
  }

  /** Writes stages as those who look at a graph need them. */
  static void addStages(GraphView graph, ObjectNode to) {
    ArrayNode stages = to.putArray("stages");
    for (GraphView.Stage each : graph.stages()) {
      ObjectNode stage = put(each.sum(), each.lead(), stages.addObject());
      each.alike().forEach(stage.putArray("alike")::add);
    }
    to.put("left_out", graph.leftOut());
  }

  /** Writes the nodes of these stages. */
  static void addNodes(GraphView graph, ObjectNode to) {
    ArrayNode nodes = to.putArray("nodes");
    graph.nodes().forEach(each -> put(each.plan(), each.did(), MAX_GRAPH_TEXT, nodes.addObject()));
  }

  private static ObjectNode put(StageRecord each, StageLead lead, ObjectNode stage) {
    stage
        .put("stage", each.stage())
        .put("operators", cut(each.operators(), MAX_LIST_TEXT))
        .put("lead_operator", lead.operator())
        .put("lead_node", lead.node())
        .put("tasks", each.tasks())
        .put("running", each.running())
        .put("finished", each.finished())
        .put("share", rounded(each.share()))
        .put("started_millis", each.startedMillis())
        .put("ended_millis", each.endedMillis())
        .put("read_rows", each.readRows())
        .put("rows", each.rows())
        .put("bytes", each.bytes())
        .put("max_task_bytes", each.taskSizes().maxBytes())
        .put("max_task_millis", each.taskSizes().maxMillis())
        .put("bytes_skew", rounded(each.taskSizes().bytesSkew()))
        .put("time_skew", rounded(each.taskSizes().timeSkew()));
    each.inputs().forEach(stage.putArray("inputs")::add);
    return stage;
  }

  private static void addNodes(QueryView view, ArrayNode to) {
    Map<Integer, NodeStatus> statuses = new HashMap<>();
    view.statuses().forEach(each -> statuses.put(each.node(), each));
    for (PlanNode each : view.nodes().subList(0, Math.min(MAX_NODES, view.nodes().size()))) {
      put(each, statuses.get(each.node()), MAX_NODE_TEXT, to.addObject());
    }
  }

  private static ObjectNode put(
      PlanNode each, @Nullable NodeStatus status, int maxText, ObjectNode node) {
    node.put("node", each.node())
        .put("stage", each.stage())
        .put("operator", each.operator())
        .put("text", cut(each.text(), maxText))
        .put("expected_rows", each.expectedRows());
    each.inputs().forEach(node.putArray("inputs")::add);
    if (status != null) {
      node.put("rows", status.rows())
          .put("busy_nanos", status.busyNanos())
          .put("state_bytes", status.stateBytes())
          .put("spilled_bytes", status.spilledBytes());
    }
    return node;
  }

  private static void addSeries(List<double[]> points, ArrayNode to) {
    for (double[] point : points) {
      ArrayNode values = to.addArray();
      for (double value : point) {
        values.add((long) value);
      }
    }
  }

  /** Writes the bars of a part of a timeline. */
  static ObjectNode timeline(
      QueryRecord record, long fromMillis, long toMillis, int pixels, ObjectNode to) {
    to.put("from_millis", fromMillis).put("to_millis", toMillis).put("tasks", record.tasks());
    record.laneNames().forEach(to.putArray("lanes")::add);
    ArrayNode bars = to.putArray("bars");
    for (TaskBar bar : record.bars(fromMillis, toMillis, pixels)) {
      bars.addArray()
          .add(bar.lane())
          .add(bar.fromMillis())
          .add(bar.toMillis())
          .add(bar.stage())
          .add(bar.tasks())
          .add(bar.isOpen() ? 1 : 0)
          .add(bar.failed())
          .add(bar.task())
          .add(bar.attempt())
          .add(bar.rows())
          .add(bar.bytes())
          .add(rounded(bar.busy()));
    }
    return to;
  }
}
