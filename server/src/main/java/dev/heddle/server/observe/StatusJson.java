package dev.heddle.server.observe;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageSample;

/** How a cluster is, as one line of JSON; {@code docs/guide/cluster.md} lists the members. */
public final class StatusJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StatusJson() {}

  /** Returns an object without line ends. */
  public static String of(ClusterStatus status) {
    ObjectNode all = JSON.createObjectNode();
    all.put("up_millis", status.upMillis());
    all.put("jobs_done", status.jobsDone());
    all.put("jobs_failed", status.jobsFailed());
    ArrayNode workers = all.putArray("workers");
    for (ClusterStatus.Worker each : status.workers()) {
      workers
          .addObject()
          .put("worker", each.id().number())
          .put("name", each.name())
          .put("host", each.host())
          .put("slots", each.slots())
          .put("threads", each.threads())
          .put("memory_bytes", each.memoryBytes())
          .put("held_tasks", each.held())
          .put("silent_millis", each.silentMillis());
    }
    ArrayNode servers = all.putArray("shuffle_servers");
    for (ClusterStatus.Server each : status.servers()) {
      servers
          .addObject()
          .put("server", each.number())
          .put("name", each.name())
          .put("host", each.host())
          .put("port", each.port())
          .put("silent_millis", each.silentMillis());
    }
    ArrayNode jobs = all.putArray("jobs");
    status.jobs().forEach(job -> add(job, jobs.addObject()));
    ArrayNode ended = all.putArray("ended_jobs");
    for (ClusterStatus.EndedJob each : status.ended()) {
      ObjectNode job = ended.addObject();
      job.put("job", each.id().number())
          .put("client", each.client())
          .put("query", each.text().query())
          .put("ran_millis", each.ranMillis())
          .put("ended_millis_ago", each.agoMillis())
          .put("failure", each.failure().orElse(null));
    }
    ArrayNode buckets = all.putArray("buckets");
    status.buckets().forEach(bucket -> add(bucket, buckets.addObject()));
    return all.toString();
  }

  private static void add(ClusterStatus.Job each, ObjectNode job) {
    JobText text = each.text();
    job.put("job", each.id().number())
        .put("client", each.client())
        .put("query", text.query())
        .put("age_millis", each.ageMillis())
        .put("why", each.why());
    ArrayNode stages = job.putArray("stages");
    for (StageProgress progress : each.stages()) {
      ObjectNode stage = stages.addObject();
      stage
          .put("stage", progress.stage())
          .put("operators", text.stage(progress.stage()))
          .put("tasks", progress.tasks())
          .put("held_tasks", progress.held())
          .put("done_tasks", progress.done())
          .put("speculative_attempts", progress.speculativeAttempts())
          .put("written_rows", progress.rows())
          .put("written_bytes", progress.bytes());
      progress.steps().forEach(stage.putArray("steps")::add);
      for (StageSample sample : each.running()) {
        if (sample.stage() == progress.stage()) {
          stage
              .putObject("running")
              .put("handled_rows", sample.handledRows())
              .put("table_rows", sample.tableRows())
              .put("bytes_read", sample.bytesRead())
              .put("files", sample.files())
              .put("row_groups", sample.rowGroups())
              .put("row_groups_skipped", sample.rowGroupsSkipped())
              .put("memory_bytes", sample.memoryBytes())
              .put("spilled_bytes", sample.spilledBytes());
        }
      }
    }
  }

  private static void add(ClusterStatus.Bucket each, ObjectNode bucket) {
    bucket.put("name", each.name());
    if (each.isLimited()) {
      bucket.put("limit_per_second", each.limit());
    } else {
      bucket.putNull("limit_per_second");
    }
    bucket
        .put("sent_per_second", each.sentPerSecond())
        .put("refused_per_second", each.refusedPerSecond())
        .put("bytes_per_second", each.bytesPerSecond())
        .put("waiting", each.waiting())
        .put("requests", each.requests())
        .put("refused", each.refused());
  }
}
