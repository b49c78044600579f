package dev.heddle.engine.cluster.coordinator;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.LocalFolders;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to each job, as a file of JSON lines a job ({@code job-N.jsonl}) in a folder for its
 * user's eyes only. Each line has {@code time} (ISO 8601, UTC), {@code event} and {@code job}; the
 * other names and members are listed in {@code docs/guide/cluster.md}. Nothing of a query's text,
 * plan or data is in it, except for messages of errors.
 *
 * <p>A thread of its own writes; nobody waits for it. When it cannot keep up, lines are left out
 * and counted ({@code lines_left_out}). The oldest files go when there are too many. Used by one
 * thread.
 */
final class EventLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
  private static final int MAX_WAITING = 1 << 16;
  private static final int MAX_FILES = 1_000;
  private static final long FLUSH_MILLIS = 500;
  private static final JsonFactory JSON = new JsonFactory();
  private static final SerializedString NEW_LINE = new SerializedString("\n");
  private static final Pattern NAME = Pattern.compile("job-[0-9]{1,18}\\.jsonl");

  private final Path folder;
  private final BlockingQueue<Entry> queue = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Map<JobId, JsonGenerator> open = new HashMap<>(); // of the writing thread
  private final Thread writer;
  private long leftOut;

  /** What the writing thread is to do. */
  private sealed interface Entry {
    /** The scheduler received an event. */
    record Received(Instant time, Event event) implements Entry {}

    /** The scheduler wants something. */
    record Issued(Instant time, Command command) implements Entry {}

    /** The result of a job is complete. */
    record Complete(Instant time, JobId job, List<StageProgress> stages) implements Entry {}

    /** A job is over. */
    record Ended(Instant time, JobId job) implements Entry {}

    /** A process that has just started goes on with a job. */
    record Resumed(Instant time, JobId job) implements Entry {}

    /** Lines were left out before. */
    record LeftOut(Instant time, long lines) implements Entry {}

    /** Ends the thread. */
    record End() implements Entry {}
  }

  /**
   * Takes a folder, which is made if it is not there.
   *
   * @throws HeddleException if it cannot be used
   */
  EventLog(Path folder) {
    this.folder = folder;
    try {
      LocalFolders.makePrivate(folder);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot keep an event log in " + folder + ": " + e + "; name another folder",
          e);
    }
    writer = Thread.ofPlatform().name("heddle-event-log").daemon().start(this::writeAll);
  }

  void received(Event event) {
    boolean isSilent =
        event instanceof Event.Heartbeat
            || event instanceof Event.Tick
            || event instanceof Event.GoOn;
    if (!isSilent) {
      put(new Entry.Received(Instant.now(), event));
    }
  }

  void wanted(Command command) {
    put(new Entry.Issued(Instant.now(), command));
  }

  void complete(JobId job, List<StageProgress> stages) {
    put(new Entry.Complete(Instant.now(), job, stages));
  }

  void ended(JobId job) {
    put(new Entry.Ended(Instant.now(), job));
  }

  void resumed(JobId job) {
    put(new Entry.Resumed(Instant.now(), job));
  }

  private void put(Entry entry) {
    if (leftOut > 0 && queue.offer(new Entry.LeftOut(Instant.now(), leftOut))) {
      leftOut = 0;
    }
    if (!queue.offer(entry)) {
      leftOut++;
    }
  }

  // --- the writing thread

  private void writeAll() {
    boolean isDirty = false;
    while (true) {
      try {
        Entry next = isDirty ? queue.poll(FLUSH_MILLIS, TimeUnit.MILLISECONDS) : queue.take();
        if (next instanceof Entry.End) {
          break;
        }
        if (next == null) {
          flush();
        } else {
          write(next);
        }
        isDirty = next != null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      } catch (IOException e) {
        LOG.warn("the event log in {} misses lines: {}", folder, e.toString());
      }
    }
    List.copyOf(open.keySet()).forEach(this::shut);
  }

  private void flush() throws IOException {
    for (JsonGenerator file : open.values()) {
      file.flush();
    }
  }

  private void write(Entry entry) throws IOException {
    switch (entry) {
      case Entry.Received it -> received(it.time(), it.event());
      case Entry.Issued wanted -> wanted(wanted.time(), wanted.command());
      case Entry.Complete complete ->
          line(
              complete.time(),
              "result_complete",
              complete.job(),
              json -> stages(json, complete.stages()));
      case Entry.Ended ended -> {
        line(ended.time(), "job_ended", ended.job(), _ -> {});
        shut(ended.job());
      }
      case Entry.Resumed resumed -> {
        create(resumed.job());
        line(resumed.time(), "scheduler_restarted", resumed.job(), _ -> {});
      }
      case Entry.LeftOut leftOut ->
          toAll(
              leftOut.time(),
              "lines_left_out",
              json -> json.writeNumberField("lines", leftOut.lines()));
      case Entry.End _ -> {}
    }
  }

  private void received(Instant time, Event event) throws IOException {
    switch (event) {
      case Event.JobSubmitted e -> {
        create(e.job());
        line(time, "job_submitted", e.job(), json -> shape(json, e.shape()));
      }
      case Event.CancelRequested e -> line(time, "cancel_requested", e.job(), _ -> {});
      case Event.ClientLost e -> line(time, "client_lost", e.job(), _ -> {});
      case Event.ResultTaken e -> line(time, "result_taken", e.job(), _ -> {});
      case Event.ResultLost e ->
          line(
              time, "result_lost", e.job(), json -> json.writeNumberField("maps", e.maps().size()));
      case Event.PartLost e ->
          line(time, "part_lost", e.job(), json -> json.writeNumberField("part", e.part()));
      case Event.WorkerJoined e ->
          toAll(
              time,
              "worker_joined",
              json -> {
                worker(json, e.worker());
                json.writeStringField("host", e.host());
                json.writeNumberField("slots", e.slots());
              });
      case Event.WorkerLost e ->
          toAll(
              time,
              "worker_lost",
              json -> {
                worker(json, e.worker());
                json.writeStringField("reason", e.reason());
              });
      case Event.ServerJoined e ->
          toAll(
              time,
              "shuffle_server_joined",
              json -> {
                json.writeNumberField("server", e.server().server());
                json.writeStringField("host", e.server().host());
              });
      case Event.ServerLost e ->
          toAll(
              time,
              "shuffle_server_lost",
              json -> {
                json.writeNumberField("server", e.server().server());
                json.writeStringField("reason", e.reason());
              });
      case Event.DrainRequested e ->
          toAll(time, "drain_requested", json -> worker(json, e.worker()));
      case Event.TaskStarted e -> task(time, "task_started", e.task(), e.worker(), _ -> {});
      case Event.TaskFinished e ->
          task(
              time,
              "task_finished",
              e.task(),
              e.worker(),
              json -> {
                json.writeNumberField("micros", e.micros());
                if (e.output().isPresent()) {
                  json.writeNumberField("rows", e.output().get().rows());
                  json.writeNumberField("bytes", e.output().get().bytes());
                }
              });
      case Event.TaskFailed e ->
          task(time, "task_failed", e.task(), e.worker(), json -> failure(json, e.failure()));
      case Event.Recalled e -> task(time, "task_recalled", e.task(), e.worker(), _ -> {});
      case Event.Heartbeat _, Event.GoOn _, Event.Tick _ -> {}
    }
  }

  private void wanted(Instant time, Command command) throws IOException {
    switch (command) {
      case Command.StartTask c ->
          task(
              time,
              "task_sent",
              c.start().task(),
              c.worker(),
              json -> json.writeNumberField("floor_bytes", c.start().floorBytes()));
      case Command.NoteStraggler c ->
          task(
              time,
              "task_is_slow",
              c.task(),
              c.worker(),
              json -> {
                json.writeNumberField("ran_millis", c.ranMillis());
                json.writeNumberField("expected_millis", c.expectedMillis());
              });
      case Command.NoteStep c ->
          line(
              time,
              "stage_adapted",
              c.job(),
              json -> {
                json.writeNumberField("stage", c.stage());
                json.writeStringField("step", c.text());
              });
      case Command.StopTask c -> task(time, "task_stopped", c.task(), c.worker(), _ -> {});
      case Command.FailJob c ->
          line(
              time,
              "job_failed",
              c.job(),
              json -> {
                json.writeStringField("code", c.code().name());
                json.writeStringField("message", c.message());
              });
      case Command.ReleaseExchange c ->
          line(
              time,
              "exchange_released",
              new JobId(c.exchange().job()),
              json -> json.writeNumberField("exchange", c.exchange().exchange()));
      case Command.RecallTask _,
          Command.CreateExchange _,
          Command.CompleteJob _,
          Command.ExtendResult _,
          Command.ExpireWorker _,
          Command.WorkerDrained _ -> {}
    }
  }

  // --- lines

  /** Writes what a line has beside time, event and job. */
  private interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  private void line(Instant time, String event, JobId job, Members members) throws IOException {
    JsonGenerator json = open.get(job);
    if (json == null) {
      return; // was open before this process, or is over
    }
    json.writeStartObject();
    json.writeStringField("time", time.toString());
    json.writeStringField("event", event);
    json.writeNumberField("job", job.number());
    members.write(json);
    json.writeEndObject();
  }

  private void toAll(Instant time, String event, Members members) throws IOException {
    for (JobId job : open.keySet()) {
      line(time, event, job, members);
    }
  }

  private void task(Instant time, String event, TaskAttempt task, WorkerId worker, Members members)
      throws IOException {
    line(
        time,
        event,
        task.job(),
        json -> {
          json.writeNumberField("stage", task.stage());
          json.writeNumberField("task", task.partition());
          json.writeNumberField("attempt", task.attempt());
          worker(json, worker);
          members.write(json);
        });
  }

  private static void worker(JsonGenerator json, WorkerId worker) throws IOException {
    json.writeNumberField("worker", worker.number());
    json.writeNumberField("incarnation", worker.incarnation());
  }

  private static void failure(JsonGenerator json, TaskFailure failure) throws IOException {
    switch (failure) {
      case TaskFailure.Stopped _ -> json.writeStringField("code", "STOPPED");
      case TaskFailure.FetchLost lost -> {
        json.writeStringField("code", "FETCH_LOST");
        json.writeNumberField("exchange", lost.exchange().exchange());
        json.writeNumberField("maps", lost.maps().size());
        json.writeStringField("message", lost.message());
      }
      case TaskFailure.Failed failed -> {
        json.writeStringField("code", failed.code().name());
        json.writeStringField("message", failed.message());
      }
    }
  }

  private static void shape(JsonGenerator json, JobShape shape) throws IOException {
    json.writeArrayFieldStart("stages");
    int number = 0;
    for (StageShape stage : shape.stages()) {
      json.writeStartObject();
      json.writeNumberField("stage", number++);
      json.writeNumberField("tasks", stage.tasks());
      json.writeNumberField("partitions", stage.partitions());
      json.writeNumberField("floor_bytes", stage.floorBytes());
      json.writeArrayFieldStart("reads");
      for (StageInput input : stage.inputs()) {
        json.writeNumber(input.stage());
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void stages(JsonGenerator json, List<StageProgress> stages) throws IOException {
    json.writeArrayFieldStart("stages");
    for (StageProgress stage : stages) {
      json.writeStartObject();
      json.writeNumberField("stage", stage.stage());
      json.writeNumberField("tasks", stage.tasks());
      json.writeNumberField("second_attempts", stage.speculativeAttempts());
      json.writeNumberField("rows", stage.rows());
      json.writeNumberField("bytes", stage.bytes());
      json.writeArrayFieldStart("steps");
      for (String step : stage.steps()) {
        json.writeString(step);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  // --- files

  private void create(JobId job) throws IOException {
    shut(job);
    deleteOldest();
    OutputStream out =
        new BufferedOutputStream(
            Channels.newOutputStream(
                Files.newByteChannel(
                    folder.resolve("job-" + job.number() + ".jsonl"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    LocalFolders.privateFile(folder))));
    JsonGenerator json = JSON.createGenerator(out, JsonEncoding.UTF8);
    json.setRootValueSeparator(NEW_LINE);
    open.put(job, json);
  }

  private void shut(JobId job) {
    JsonGenerator file = open.remove(job);
    if (file == null) {
      return;
    }
    try (file) {
      file.writeRaw('\n');
    } catch (IOException e) {
      LOG.warn("the event log of {} misses lines: {}", job, e.toString());
    }
  }

  private void deleteOldest() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      all.filter(each -> number(each) != null).forEach(files::add);
    }
    files.sort(Comparator.comparing(EventLog::number));
    for (Path old : files.subList(0, Math.max(0, files.size() + 1 - MAX_FILES))) {
      Files.deleteIfExists(old);
    }
  }

  /** Returns the number of the job that a file is of; null if it is no file of ours. */
  private static @Nullable Long number(Path file) {
    String name = file.getFileName().toString();
    return NAME.matcher(name).matches()
        ? Long.valueOf(name.substring("job-".length(), name.length() - ".jsonl".length()))
        : null;
  }

  /** Writes what has gathered, and ends. */
  @Override
  public void close() {
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        queue.put(new Entry.End());
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
