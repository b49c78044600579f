package dev.heddle.server.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.server.model.QueryRecord;
import dev.heddle.server.model.QuerySummary;
import dev.heddle.server.model.QueryView;
import dev.heddle.server.model.StageRecord;
import dev.heddle.server.model.TaskBar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * One page with what is known of queries: text, findings, tasks over time, plan with estimates
 * beside what was, what scans left out, steps, settings and versions. Has no script, and loads
 * nothing. At most about a megabyte: of many queries the first ones, the others by their number.
 */
final class ReportPage {
  private static final int MAX_CHARS = 900_000;
  private static final int MAX_TEXT = 20_000;
  private static final int MAX_NODES = 600;
  private static final int MAX_NODE_TEXT = 300;
  private static final int WIDTH = 1_000; // of the timeline, in its own units
  private static final int LANE = 18;
  private static final double OFF = 10; // from this factor on an estimate is marked

  private final Map<String, String> settings;
  private final Secrets secrets;
  private final Instant now;

  ReportPage(Map<String, String> settings, Secrets secrets, Instant now) {
    this.settings = settings;
    this.secrets = secrets;
    this.now = now;
  }

  String of(List<QueryRecord> queries) {
    Html html = new Html();
    html.raw("<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n")
        .raw("<meta name=viewport content=\"width=device-width\">\n")
        .raw("<meta http-equiv=Content-Security-Policy content=\"default-src 'none';")
        .raw(" style-src 'unsafe-inline'\">\n<title>Heddle report</title>\n<style>\n")
        .raw(style())
        .raw("</style></head><body><main>\n<h1>Heddle report</h1>\n<p class=soft>")
        .text(now.truncatedTo(ChronoUnit.SECONDS).toString())
        .raw("</p>\n");
    int shown = 0;
    for (QueryRecord query : queries) {
      Html one = new Html();
      query(query, one);
      if (shown > 0 && html.length() + one.length() > MAX_CHARS) {
        break;
      }
      html.raw(one.toString());
      shown++;
    }
    if (queries.isEmpty()) {
      html.raw("<p class=card>No query has run.</p>\n");
    } else if (shown < queries.size()) {
      html.raw("<p class=card>")
          .text((queries.size() - shown) + " further queries are left out.")
          .raw("</p>\n");
    }
    settings(html);
    return html.raw("</main></body></html>\n").toString();
  }

  private static String style() {
    try (InputStream css =
        Objects.requireNonNull(
            ReportPage.class.getResourceAsStream("report.css"), "report.css is not there")) {
      return new String(css.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void query(QueryRecord record, Html html) {
    QueryView view = record.view();
    QuerySummary summary = view.summary();
    html.raw("<section class=card><h2>")
        .text("Query " + summary.id() + ", " + summary.state().name().toLowerCase(Locale.ROOT))
        .raw("</h2>\n<pre>")
        .text(cut(summary.text(), MAX_TEXT))
        .raw("</pre>\n");
    summary.failure().ifPresent(why -> html.raw("<p class=bad>").text(why).raw("</p>\n"));
    html.raw("<dl>");
    figure(html, "Time", Units.millis(summary.elapsedMillis()));
    figure(html, "Rows read", Units.count(summary.rows()));
    figure(html, "Bytes read", Units.bytes(summary.bytesRead()));
    figure(html, "Peak memory", Units.bytes(summary.memoryBytes()));
    figure(html, "Spilled", Units.bytes(summary.spilledBytes()));
    long groups = summary.rowGroups() + summary.rowGroupsSkipped();
    figure(html, "Row groups left out", summary.rowGroupsSkipped() + " of " + groups);
    html.raw("</dl>\n");
    findings(view.findings(), html);
    timeline(record, view, html);
    plan(view, html);
    scans(view, html);
    stages(view, html);
    steps(view, html);
    html.raw("</section>\n");
  }

  private static void figure(Html html, String name, String value) {
    html.raw("<div><dt>").text(name).raw("</dt><dd>").text(value).raw("</dd></div>");
  }

  private static void findings(List<Finding> findings, Html html) {
    html.raw("<h3>Findings</h3>\n");
    if (findings.isEmpty()) {
      html.raw("<p class=soft>None.</p>\n");
    }
    for (Finding each : findings) {
      html.raw("<div class=finding><b>")
          .text(each.code() + ", about " + Units.millis(each.cost().toNanos() / 1e6))
          .raw("</b><p>")
          .text(each.what())
          .raw("</p><p class=soft>")
          .text(each.remedy())
          .raw("</p></div>\n");
    }
  }

  // --- tasks over time

  private static void timeline(QueryRecord record, QueryView view, Html html) {
    long end = Math.max(1, view.summary().elapsedMillis());
    List<String> lanes = record.laneNames();
    if (lanes.isEmpty()) {
      return;
    }
    Map<Integer, String> colors = new HashMap<>();
    view.stages().forEach(stage -> colors.put(stage.stage(), NodeColors.of(stage, view.nodes())));
    html.raw("<h3>Tasks over time</h3>\n<svg viewBox=\"-90 0 ")
        .raw(Integer.toString(WIDTH + 100))
        .raw(" ")
        .raw(Integer.toString(lanes.size() * LANE + 24))
        .raw("\">");
    for (int lane = 0; lane < lanes.size(); lane++) {
      html.raw("<text x=-86 y=" + (lane * LANE + 12) + ">").text(lanes.get(lane)).raw("</text>");
    }
    for (TaskBar bar : record.bars(0, end, WIDTH)) {
      double from = (double) bar.fromMillis() * WIDTH / end;
      double width = Math.max(0.6, (double) (bar.toMillis() - bar.fromMillis()) * WIDTH / end);
      html.raw(
          String.format(
              Locale.ROOT,
              "<rect x=%.1f y=%d width=%.1f height=14 fill=\"%s\"%s><title>",
              from,
              bar.lane() * LANE + 1,
              width,
              bar.failed() > 0 ? "#cf3f45" : colors.getOrDefault(bar.stage(), "#98a0b3"),
              bar.busy() < 1 ? String.format(Locale.ROOT, " opacity=%.2f", bar.busy()) : ""));
      html.text(
              (bar.tasks() == 1
                      ? "stage " + bar.stage() + ", task " + bar.task()
                      : bar.tasks() + " tasks, most of stage " + bar.stage())
                  + ", "
                  + Units.millis(bar.toMillis() - bar.fromMillis()))
          .raw("</title></rect>");
    }
    for (int tick = 0; tick <= 4; tick++) {
      int x = tick * WIDTH / 4;
      html.raw("<text class=tick x=" + x + " y=" + (lanes.size() * LANE + 16) + ">")
          .text(Units.millis(end * tick / 4.0))
          .raw("</text>");
    }
    html.raw("</svg>\n");
  }

  // --- the plan

  private static void plan(QueryView view, Html html) {
    if (view.nodes().isEmpty()) {
      return;
    }
    Map<Integer, NodeStatus> did = new HashMap<>();
    view.statuses().forEach(each -> did.put(each.node(), each));
    long busy = Math.max(1, view.statuses().stream().mapToLong(NodeStatus::busyNanos).sum());
    html.raw("<h3>Plan</h3>\n<table><tr><th>Node</th><th class=n>Stage</th>")
        .raw("<th class=n>Expected rows</th><th class=n>Rows</th><th class=n>Time</th>")
        .raw("<th class=n>Share</th><th class=n>State</th><th class=n>Spilled</th></tr>\n");
    int[] left = {MAX_NODES};
    PlanNode root = view.nodes().getLast();
    node(view, root, 0, did, busy, left, html);
    html.raw("</table>\n");
    if (left[0] < 0) {
      html.raw("<p class=soft>").text(-left[0] + " further nodes are left out.").raw("</p>\n");
    }
  }

  private static void node(
      QueryView view,
      PlanNode node,
      int depth,
      Map<Integer, NodeStatus> did,
      long busy,
      int[] left,
      Html html) {
    if (--left[0] >= 0) {
      NodeStatus status = did.getOrDefault(node.node(), new NodeStatus(node.node(), 0, 0, 0, 0));
      html.raw("<tr><td><code style=\"padding-left:" + Math.min(depth, 40) + "em\"><i style=\"")
          .raw("background:" + NodeColors.of(node.operator(), node.node()) + "\"></i>")
          .text(cut(node.text(), MAX_NODE_TEXT))
          .raw("</code></td>")
          .number(Integer.toString(node.stage()))
          .number(Units.count(node.expectedRows()));
      double factor = Math.max(1, status.rows()) / Math.max(1, Math.max(0, node.expectedRows()));
      boolean isOff =
          node.expectedRows() >= 0 && (factor >= OFF || factor <= 1 / OFF) && !did.isEmpty();
      html.raw(isOff ? "<td class=\"n warn\">" : "<td class=n>")
          .text(Units.count(status.rows()))
          .raw("</td>")
          .number(Units.millis(status.busyNanos() / 1e6))
          .number(Units.percent((double) status.busyNanos() / busy))
          .number(status.stateBytes() == 0 ? "–" : Units.bytes(status.stateBytes()))
          .number(status.spilledBytes() == 0 ? "–" : Units.bytes(status.spilledBytes()))
          .raw("</tr>\n");
    }
    for (int input : node.inputs()) {
      if (left[0] > -MAX_NODES) { // a node that several read is walked each time
        node(view, view.nodes().get(input), depth + 1, did, busy, left, html);
      }
    }
  }

  // --- further tables

  private void scans(QueryView view, Html html) {
    List<ScanProfile> scans = view.profile().map(QueryProfile::scans).orElse(List.of());
    if (scans.isEmpty()) {
      return;
    }
    html.raw("<h3>What scans left out</h3>\n<table><tr><th>Table, condition</th>")
        .raw("<th class=n>Files</th><th class=n>Row groups</th><th class=n>Bytes read</th>")
        .raw("<th class=n>Rows</th><th>Why not more</th></tr>\n");
    for (ScanProfile scan : scans) {
      html.raw("<tr>")
          .cell(cut(secrets.mask(scan.table()), MAX_NODE_TEXT))
          .number((scan.files() - scan.filesSkipped()) + " of " + scan.files())
          .number((scan.rowGroups() - scan.rowGroupsSkipped()) + " of " + scan.rowGroups())
          .number(Units.bytes(scan.bytesRead()))
          .number(Units.count(scan.rowsDelivered()))
          .cell("")
          .raw("</tr>\n");
      for (ScanProfile.Conjunct each : scan.conjuncts()) {
        html.raw("<tr class=soft><td><code style=\"padding-left:2em\">")
            .text(cut(secrets.mask(each.text()), MAX_NODE_TEXT))
            .raw("</code></td>")
            .number(each.filesSkipped() == 0 ? "–" : "−" + each.filesSkipped())
            .number(each.rowGroupsSkipped() == 0 ? "–" : "−" + each.rowGroupsSkipped())
            .number(each.bytesSkipped() == 0 ? "–" : "−" + Units.bytes(each.bytesSkipped()))
            .number(each.rowsTakenAway() == 0 ? "–" : "−" + Units.count(each.rowsTakenAway()))
            .cell(secrets.mask(String.join("; ", each.obstacles())))
            .raw("</tr>\n");
      }
    }
    html.raw("</table>\n");
  }

  private static void stages(QueryView view, Html html) {
    html.raw("<h3>Stages</h3>\n<table><tr><th>Stage</th><th class=n>Tasks</th>")
        .raw("<th class=n>Rows written</th><th class=n>Bytes written</th>")
        .raw("<th class=n>Longest task</th></tr>\n");
    for (StageRecord each : view.stages()) {
      html.raw("<tr>")
          .cell(each.stage() + ": " + cut(each.operators(), MAX_NODE_TEXT))
          .number(Integer.toString(each.tasks()))
          .number(Units.count(each.rows()))
          .number(Units.bytes(each.bytes()))
          .number(Units.millis(each.taskSizes().maxMillis()))
          .raw("</tr>\n");
    }
    html.raw("</table>\n");
  }

  private static void steps(QueryView view, Html html) {
    html.raw("<h3>Steps</h3>\n<table><tr><th>Step</th><th class=n>Began after</th>")
        .raw("<th class=n>Time</th><th class=n>Bytes</th></tr>\n");
    for (QueryEvent.StepEnded each : view.steps()) {
      long after = each.at().toEpochMilli() - view.summary().begunMillis();
      html.raw("<tr>")
          .cell(each.step().name().toLowerCase(Locale.ROOT))
          .number(Units.millis(Math.max(0, after)))
          .number(Units.millis(each.took().toNanos() / 1e6))
          .number(each.bytes() == 0 ? "–" : Units.bytes(each.bytes()))
          .raw("</tr>\n");
    }
    html.raw("</table>\n");
  }

  private void settings(Html html) {
    html.raw("<section class=card><h2>Settings and versions</h2>\n<table>");
    settings.forEach(
        (name, value) -> html.raw("<tr>").cell(name).cell(secrets.mask(value)).raw("</tr>\n"));
    html.raw("</table></section>\n");
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "…";
  }
}
