package dev.heddle.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.heddle.engine.ui.ProcessMeter;
import dev.heddle.server.model.Board;
import dev.heddle.server.model.BucketUse;
import dev.heddle.server.model.ByteFlows;
import dev.heddle.server.model.GraphView;
import dev.heddle.server.model.Lost;
import dev.heddle.server.model.Member;
import dev.heddle.server.model.ProcessLine;
import dev.heddle.server.model.ProcessSampler;
import dev.heddle.server.model.QueryRecord;
import dev.heddle.server.model.QueryView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The topics that pages read, each an object of JSON. Thread-safe. */
public final class Api {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_STREAMS = 3;
  private static final int MAX_RUNNING = 20;
  private static final int MAX_MEMBERS = 200; // more are put together
  private static final int MAX_SAMPLES = 600;
  private static final int MAX_POINTS = 60; // of each other process
  private static final int MAX_FLOWS = 50; // on each side
  private static final int MAX_QUERIES = 1_000;
  private static final String QUERY = "query/";

  private final Board board;
  private final ProcessSampler system;
  private final OwnProfileApi own;
  private final QueryJson queries = new QueryJson();

  /** Shows what a board has, and this process. */
  public Api(Board board, ProcessSampler system, OwnProfileApi own) {
    this.board = board;
    this.own = own;
    this.system = system;
  }

  /**
   * Returns a topic as it is now: {@code status}, {@code queries}, {@code query/N} and so on; empty
   * if there is none of that name.
   */
  public Optional<byte[]> topic(String name) {
    if (name.startsWith(QUERY)) {
      return query(name.substring(QUERY.length()));
    }
    ObjectNode all = JSON.createObjectNode();
    all.put("title", board.title());
    switch (name) {
      case "status" -> status(all);
      case "system" -> system(all);
      case "workers" -> addMembers(all);
      case "graph" -> graph(all);
      case "shuffle" -> shuffle(all);
      case "queries" -> list(all);
      case "storage" -> storage(all);
      case "profile" -> profile(all);
      case "profile-server" -> own.state(all);
      default -> {
        return Optional.empty();
      }
    }
    return Optional.of(bytes(all));
  }

  private static byte[] bytes(ObjectNode all) {
    return all.toString().getBytes(UTF_8);
  }

  private Optional<byte[]> query(String number) {
    if (!number.matches("[0-9]{1,18}")) {
      return Optional.empty();
    }
    return board
        .queries()
        .all(Long.parseLong(number), queries::all)
        .map(all -> all.getBytes(UTF_8));
  }

  /** Returns a part of a query's timeline; empty if the query is not in memory. */
  public Optional<byte[]> timeline(long id, long fromMillis, long toMillis, long pixels) {
    return board
        .queries()
        .find(id)
        .map(
            record ->
                bytes(
                    QueryJson.timeline(
                        record,
                        Math.max(0, fromMillis),
                        toMillis < 0 ? record.elapsedMillis() : toMillis,
                        Math.clamp(pixels, 1, QueryJson.MAX_PIXELS),
                        JSON.createObjectNode())));
  }

  /** Returns the queries that run, or else the last one. */
  private List<QueryRecord> shown(int max) {
    List<QueryRecord> running = board.queries().running();
    if (!running.isEmpty()) {
      return running.subList(0, Math.min(max, running.size()));
    }
    List<QueryRecord> recent = board.queries().recent();
    return recent.subList(0, Math.min(1, recent.size()));
  }

  private void status(ObjectNode all) {
    List<QueryRecord> running = board.queries().running();
    all.put("running", running.size());
    all.put("idle", board.idle(running));
    all.put("dropped_events", board.droppedEvents());
    addMembers(all);
    ArrayNode shown = all.putArray("queries");
    List<QueryRecord> records = shown(MAX_RUNNING);
    int streams = Math.min(MAX_STREAMS, records.size());
    for (QueryRecord each : records) {
      QueryView view = each.view();
      ObjectNode query = QueryJson.summary(view.summary(), shown.addObject());
      GraphView graph = GraphView.of(view);
      QueryJson.addStages(graph, query);
      if (shown.size() <= streams) {
        QueryJson.addNodes(graph, query);
        QueryJson.timeline(
            each,
            0,
            view.summary().elapsedMillis(),
            QueryJson.MAX_PIXELS / streams,
            query.putObject("timeline"));
      }
    }
  }

  private void addMembers(ObjectNode all) {
    List<Member> members = board.members();
    all.put("workers_in_all", members.size());
    ArrayNode to = all.putArray("workers");
    int each = (members.size() + MAX_MEMBERS - 1) / Math.max(1, MAX_MEMBERS);
    for (int from = 0; from < members.size(); from += Math.max(1, each)) {
      List<Member> group =
          members.subList(from, Math.min(members.size(), from + Math.max(1, each)));
      Member first = group.getFirst();
      to.addObject()
          .put(
              "name",
              group.size() == 1 ? first.name() : first.name() + " … " + group.getLast().name())
          .put("process", group.size() == 1 ? first.process() : "")
          .put("host", group.size() == 1 ? first.host() : "")
          .put("members", group.size())
          .put("slots", group.stream().mapToInt(Member::slots).sum())
          .put("threads", first.threads())
          .put("tasks", group.stream().mapToInt(Member::tasks).sum())
          .put("memory_bytes", sum(group.stream().map(Member::memoryBytes).toList()))
          .put("memory_limit_bytes", sum(group.stream().map(Member::memoryLimitBytes).toList()))
          .put("spill_bytes", sum(group.stream().map(Member::spillBytes).toList()))
          .put("silent_millis", group.stream().mapToLong(Member::silentMillis).max().orElse(0));
    }
    ArrayNode lost = all.putArray("lost_workers");
    for (Lost worker : board.lostMembers()) {
      lost.addObject()
          .put("name", worker.name())
          .put("process", worker.process())
          .put("reason", worker.reason())
          .put("ago_millis", worker.agoMillis());
    }
  }

  /** Adds what is known; -1 if nothing is. */
  private static long sum(List<Long> values) {
    List<Long> known = values.stream().filter(value -> value >= 0).toList();
    return known.isEmpty() ? -1 : known.stream().mapToLong(Long::longValue).sum();
  }

  private void system(ObjectNode all) {
    all.put("process", "process " + ProcessHandle.current().pid());
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
    ProcessMeter.COMPONENTS.forEach(all.putArray("components")::add);
    addSamples(system.samples(MAX_SAMPLES), all.putArray("samples"));
    addProcesses(all);
  }

  /** Adds what the other processes of a cluster take. */
  private void addProcesses(ObjectNode all) {
    ProcessLine.COMPONENTS.forEach(all.putArray("process_components")::add);
    ArrayNode to = all.putArray("processes");
    for (ProcessLine each : board.processes(MAX_MEMBERS, MAX_POINTS)) {
      ObjectNode process = to.addObject();
      process
          .put("name", each.name())
          .put("process", each.process())
          .put("members", each.members());
      addSamples(each.samples(), process.putArray("samples"));
    }
  }

  private static void addSamples(List<double[]> samples, ArrayNode to) {
    for (double[] sample : samples) {
      ArrayNode values = to.addArray();
      values.add((long) sample[0]);
      for (int i = 1; i < sample.length; i++) {
        values.add(Math.round(sample[i] * 1e4) / 1e4);
      }
    }
  }

  private void graph(ObjectNode all) {
    ArrayNode shown = all.putArray("queries");
    for (QueryRecord each : shown(MAX_STREAMS)) {
      QueryView view = each.view();
      ObjectNode query = QueryJson.summary(view.summary(), shown.addObject());
      GraphView graph = GraphView.of(view);
      QueryJson.addStages(graph, query);
      QueryJson.addNodes(graph, query);
    }
  }

  private void shuffle(ObjectNode all) {
    List<QueryRecord> records = new ArrayList<>(board.queries().running());
    records.addAll(board.queries().recent());
    ArrayNode shown = all.putArray("queries");
    for (QueryRecord each : records.subList(0, Math.min(MAX_RUNNING, records.size()))) {
      QueryView view = each.view();
      ObjectNode query = QueryJson.summary(view.summary(), shown.addObject());
      QueryJson.addStages(GraphView.of(view), query);
    }
    ByteFlows flows = board.flows(MAX_FLOWS);
    ObjectNode matrix = all.putObject("flows");
    flows.from().forEach(matrix.putArray("from")::add);
    flows.to().forEach(matrix.putArray("to")::add);
    ArrayNode rows = matrix.putArray("bytes");
    for (long[] bytes : flows.bytes()) {
      ArrayNode row = rows.addArray();
      for (long each : bytes) {
        row.add(each);
      }
    }
  }

  private void list(ObjectNode all) {
    ArrayNode to = all.putArray("queries");
    for (QueryRecord each : board.queries().running()) {
      QueryJson.summary(each.summary(), to.addObject());
    }
    for (String each : board.queries().summaries()) {
      if (to.size() < MAX_QUERIES) {
        to.addRawValue(new RawValue(each));
      }
    }
  }

  private void profile(ObjectNode all) {
    all.put("sampled_millis", board.sampled().toMillis());
    list(all);
  }

  private void storage(ObjectNode all) {
    ArrayNode buckets = all.putArray("buckets");
    for (BucketUse each : board.buckets()) {
      ObjectNode bucket = buckets.addObject();
      bucket
          .put("name", board.queries().secrets().mask(each.name()))
          .put("sent_per_second", each.sentPerSecond())
          .put("refused_per_second", each.refusedPerSecond())
          .put("bytes_per_second", each.bytesPerSecond())
          .put("waiting", each.waiting())
          .put("requests", each.requests())
          .put("refused", each.refused());
      if (each.limit() == Double.POSITIVE_INFINITY) {
        bucket.putNull("limit_per_second").putNull("allowed_bytes_per_second");
      } else {
        bucket
            .put("limit_per_second", each.limit())
            .put("allowed_bytes_per_second", each.allowedBytesPerSecond());
      }
    }
    ArrayNode shown = all.putArray("queries");
    List<QueryRecord> records = new ArrayList<>(board.queries().running());
    records.addAll(board.queries().recent());
    for (QueryRecord each : records.subList(0, Math.min(MAX_RUNNING, records.size()))) {
      QueryView view = each.view();
      ObjectNode query = QueryJson.summary(view.summary(), shown.addObject());
      view.profile()
          .ifPresent(
              profile ->
                  ProfileJson.put(profile, board.queries().secrets(), query.putObject("profile")));
    }
  }
}
