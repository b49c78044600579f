package dev.heddle.spark.runner;

import dev.heddle.engine.cluster.client.MeasuredStages;
import dev.heddle.engine.graph.CodeSource;
import dev.heddle.engine.graph.EncodedGraph;
import dev.heddle.engine.graph.HostRange;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.RemoteStages;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.engine.worker.HostedJob;
import dev.heddle.engine.worker.HostedOutcome;
import dev.heddle.engine.worker.TaskRunner;
import dev.heddle.engine.worker.WorkerStage;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.storage.Storages;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.spark.bridge.Shuffles;
import dev.heddle.spark.bridge.StageRdd;
import dev.heddle.spark.bridge.StageReports;
import dev.heddle.spark.bridge.TaskException;
import dev.heddle.spark.bridge.TaskPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag$;

/**
 * A job under way. Heddle's scheduler decides stage by stage; all tasks of a stage become one map
 * stage of Spark's, which is complete or has failed. The driver reads what the last stage has
 * written. One thread carries out; others report.
 */
final class SparkJob implements AutoCloseable {
  private static final WorkerId EXECUTORS = new WorkerId(0, 0);
  private static final long CHECK_MILLIS = 20;
  private static final int MAX_MADE_AGAIN = 4;
  private static final Written LEFT_OUT = new Written(0, 1);

  private final Application application;
  private final SparkContext spark;
  private final SparkSlots slots;
  private final JobId id;
  private final RemoteStages stages;
  private final JobShape shape;
  private final JobContext context;
  private final MeasuredStages measured;
  private final MapStages maps;
  private final WatchedStages watched;
  private final Scheduler scheduler = new Scheduler(SchedulerOptions.hosted());
  private final Deque<Event> events = new ArrayDeque<>();
  private final BlockingQueue<MapStages.Ended> ended = new LinkedBlockingQueue<>();
  private final Map<ExchangeId, Written> written = new ConcurrentHashMap<>();
  private @Nullable Broadcast<byte[]> payload;
  private @Nullable ExchangeId result;
  private @Nullable HeddleException error;
  private volatile @Nullable TaskException fatal;
  private int madeAgain;

  /** An exchange that a stage writes, or has written. */
  private static final class Written {
    final int maps;
    final int partitions;
    @Nullable ShuffleDependency<Integer, byte[], byte[]> shuffle; // once submitted
    long rows;
    long bytes;

    Written(int maps, int partitions) {
      this.maps = maps;
      this.partitions = partitions;
    }

    long blockBytes() {
      return bytes / Math.max(1, (long) maps * partitions);
    }
  }

  SparkJob(
      Application application,
      JobId id,
      StageGraph graph,
      RemoteStages stages,
      JobContext context) {
    this.application = application;
    this.spark = application.spark();
    this.slots = application.slots();
    this.id = id;
    this.stages = stages;
    this.shape =
        StageGraph.shape(
            stages.stages(), stage -> WorkerStage.floorBytes(stage, slots.taskCores()));
    this.context = context;
    this.measured = new MeasuredStages(graph, context.metrics());
    this.maps = new MapStages(spark, "heddle-" + id.number());
    this.watched = new WatchedStages(id, context.progress(), EXECUTORS);
  }

  /** Runs the job and reads its result into the sink of the context. */
  void run(CodeSource code) {
    read(compute(code, shape));
  }

  /** Runs the job and leaves its result for others, until this is closed. */
  PinnedTable keep(CodeSource code, String name, Schema schema) {
    ExchangeId exchange = compute(code, shape.kept()); // written, if only by no row
    Written rows = known(exchange);
    ShuffleDependency<Integer, byte[], byte[]> shuffle = shuffle(rows, exchange);
    List<String> hosts = Shuffles.hosts(shuffle, rows.maps);
    List<PinnedTable.Part> parts = new ArrayList<>();
    for (int map = 0; map < rows.maps; map++) {
      parts.add(new PinnedTable.Part(map, hosts.get(map)));
    }
    application
        .kept()
        .put(id.number(), new KeptShuffle(exchange, shuffle, rows.maps, rows.blockBytes()));
    return new PinnedTable(
        name, schema, id.number(), parts, PinnedTable.Count.exact(rows.rows), PinnedRows.ELSEWHERE);
  }

  /** Runs the job and returns the exchange with its result. */
  private ExchangeId compute(CodeSource code, JobShape submitted) {
    ship(code);
    events.add(new Event.WorkerJoined(EXECUTORS, "", slots.count(), Long.MAX_VALUE));
    events.add(new Event.JobSubmitted(id, submitted.withoutPins()));
    decide();
    while (result == null) {
      await();
      decide();
    }
    return result;
  }

  /** Ends what is under way, and frees what has been written. */
  @Override
  public void close() {
    maps.cancel();
    free();
  }

  private void ship(CodeSource code) {
    long begun = System.nanoTime();
    EncodedGraph encoded = StageCodec.encode(stages.stages(), context.account(), code);
    byte[] bytes = HostedJob.of(id, stages.stages(), encoded, slots.taskCores(), context).encode();
    context.progress().ended(QueryStep.ENCODING, begun, bytes.length);
    long encodedNanos = System.nanoTime();
    payload = spark.broadcast(bytes, ClassTag$.MODULE$.apply(byte[].class));
    context.progress().ended(QueryStep.SUBMISSION, encodedNanos, bytes.length);
  }

  /** Lets the scheduler decide until it waits for Spark. */
  private void decide() {
    Map<Integer, List<TaskStart>> starts = new TreeMap<>();
    while (!events.isEmpty()) {
      List<Command> commands = scheduler.handle(events.poll(), 0);
      context.progress().state(scheduler.progress(id));
      for (Command command : commands) {
        carryOut(command, starts);
      }
    }
    if (error != null) {
      throw error;
    }
    starts.values().forEach(this::submit);
  }

  private void carryOut(Command command, Map<Integer, List<TaskStart>> starts) {
    switch (command) {
      case Command.CreateExchange c ->
          written.put(c.exchange(), new Written(c.maps(), c.partitions()));
      case Command.StartTask c ->
          starts.computeIfAbsent(c.start().task().stage(), _ -> new ArrayList<>()).add(c.start());
      case Command.FailJob c -> error = new HeddleException(c.code(), c.message());
      case Command.CompleteJob c -> result = c.result();
      case Command.NoteStep c -> context.metrics().note("stage " + c.stage() + ": " + c.text());
      // Spark may have to make again what others have read: all stays to the end of the job
      case Command.ReleaseExchange _, Command.ExtendResult _ -> {}
      // attempts are Spark's: here each task has one
      case Command.StopTask _, Command.RecallTask _, Command.NoteStraggler _ -> {}
      case Command.ExpireWorker _, Command.WorkerDrained _ -> {}
    }
  }

  private void submit(List<TaskStart> tasks) {
    tasks.sort(Comparator.comparingInt(start -> start.task().partition()));
    TaskStart first = tasks.getFirst();
    if (tasks.size() != first.tasks()) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Only "
              + tasks.size()
              + " of the "
              + first.tasks()
              + " tasks of stage "
              + first.task().stage()
              + " were to run on Spark");
    }
    List<ShuffleDependency<Integer, byte[], byte[]>> inputs = new ArrayList<>();
    List<TaskRequest.InputSize> sizes = new ArrayList<>();
    for (TaskInput input : first.inputs()) {
      Written read = known(input.exchange());
      sizes.add(new TaskRequest.InputSize(read.maps, read.blockBytes()));
      if (read.maps > 0) {
        inputs.add(shuffle(read, input.exchange()));
      }
    }
    List<TaskInput> pins = new ArrayList<>();
    for (KeptShuffle kept : pinned(first)) {
      pins.add(new TaskInput(-1 - pins.size(), kept.exchange(), true, 0));
      sizes.add(new TaskRequest.InputSize(kept.maps(), kept.blockBytes()));
      inputs.add(kept.shuffle());
    }
    TaskSources sources = TaskSources.of(templates(first), tasks.size(), application.sources());
    ExecutorSettings settings =
        new ExecutorSettings(slots.ofExecutor(), application.memoryBytes(), Storages.options());
    List<TaskPartition> partitions = new ArrayList<>();
    for (TaskStart start : tasks) {
      TaskRequest request =
          new TaskRequest(start.reading(pins), sizes, sources.numbers(), settings);
      partitions.add(new TaskPartition(start.task().partition(), request.encode(), hosts(start)));
    }
    Written output = known(first.output());
    StageReports sent = new StageReports(spark);
    TaskReports reports = new TaskReports(sent);
    watched.submit(tasks, reports);
    StageTemplate template = stages.stages().get(first.task().stage());
    output.shuffle =
        maps.submit(
            template.fragment().getClass().getSimpleName() + " [stage " + template.stage() + "]",
            () -> new StageRdd(spark, partitions, inputs, sources.read(), shipped(), sent),
            output.partitions,
            failure -> ended.add(new MapStages.Ended(tasks, reports, failure)));
  }

  /** Returns the stages whose work the tasks of a stage do. */
  private List<StageTemplate> templates(TaskStart start) {
    return Stream.concat(Stream.of(start.task().stage()), start.taken().stream())
        .map(stages.stages()::get)
        .toList();
  }

  /** Returns what other jobs have left and tasks of a stage read. */
  private List<KeptShuffle> pinned(TaskStart start) {
    return templates(start).stream()
        .flatMap(stage -> shape.stages().get(stage.stage()).pins().stream())
        .distinct()
        .filter(job -> !application.sources().containsKey(job.number()))
        .map(this::kept)
        .toList();
  }

  private KeptShuffle kept(JobId job) {
    KeptShuffle kept = application.kept().get(job.number());
    if (kept == null) {
      throw new HeddleException(
          ErrorCode.CANCELLED, "The rows that " + job + " had persisted have been released");
    }
    return kept;
  }

  /** Returns where what a task reads is stored, if that is known. */
  private List<String> hosts(TaskStart start) {
    for (HostRange range : shape.stages().get(start.task().stage()).hosts()) {
      if (start.task().partition() < range.end()) {
        return range.host().isEmpty() ? List.of() : List.of(range.host());
      }
    }
    return List.of();
  }

  private Broadcast<byte[]> shipped() {
    if (payload == null) {
      throw new IllegalStateException("The job has not been shipped");
    }
    return payload;
  }

  /** Returns what is known of an exchange; a stage that was left out has written nothing. */
  private Written known(ExchangeId exchange) {
    Written known = written.get(exchange);
    if (known != null) {
      return known;
    }
    if (scheduler.isLeftOut(exchange)) {
      return LEFT_OUT;
    }
    throw new IllegalStateException("Nobody writes " + exchange);
  }

  private static ShuffleDependency<Integer, byte[], byte[]> shuffle(
      Written read, ExchangeId exchange) {
    if (read.shuffle == null) {
      throw new IllegalStateException("Nobody has written " + exchange);
    }
    return read.shuffle;
  }

  /** Waits for the end of a stage. */
  private void await() {
    MapStages.@Nullable Ended stage = null;
    try {
      while (stage == null) {
        context.cancellation().check();
        watched.look();
        stage = ended.poll(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      context.cancellation().cancel();
      Thread.currentThread().interrupt();
      context.cancellation().check();
      throw new IllegalStateException("An interrupt cancels", e);
    }
    watched.end(stage.reports());
    if (stage.failure() != null) {
      throw SparkErrors.of(stage.failure(), fatal);
    }
    finish(stage);
  }

  private void finish(MapStages.Ended stage) {
    Map<Integer, HostedOutcome.Finished> reports = new HashMap<>();
    for (TaskReport report : stage.reports().all()) {
      HostedOutcome.Finished finished = report.finished();
      finished.measured().forEach(measured::add);
      reports.put(report.task(), finished);
    }
    for (TaskStart start : stage.tasks()) {
      HostedOutcome.Finished finished = reports.get(start.task().partition());
      if (finished == null) {
        throw new HeddleException(
            ErrorCode.INTERNAL, "Spark has not reported what " + start.task() + " has written");
      }
      SealedMap output = finished.output();
      Written into = known(start.output());
      into.rows += output.rows();
      into.bytes += output.bytes();
      events.add(
          new Event.TaskFinished(
              EXECUTORS,
              start.task(),
              Optional.of(
                  new SealedMap(
                      start.writes(),
                      ShuffleAddress.HERE,
                      output.digest(),
                      output.rows(),
                      output.bytes(),
                      output.sizes())),
              0));
    }
  }

  /** Reads the result in the driver, in order, a few blocks at a time. */
  private void read(ExchangeId exchange) {
    Written from = known(exchange);
    ShuffleSide side = new DriverSide(this);
    try (ShuffleBackend exchanges = new ShuffleBackend(() -> side)) {
      exchanges.create(exchange, new ExchangeShape(stages.types(), from.maps, from.partitions));
      StageTemplate reader = stages.reader();
      TaskStart start =
          new TaskStart(
              new TaskAttempt(id, reader.stage(), 0, 0),
              1,
              TaskRange.of(0),
              List.of(),
              List.of(new TaskInput(reader.inputs().getFirst(), exchange, true, 0)),
              new ExchangeId(id.number(), Integer.MAX_VALUE),
              Optional.empty(),
              0);
      new TaskRunner(application.threads(), 1, exchanges, 1).run(start, reader, context);
    }
  }

  /** Returns where an exchange is that the driver reads. */
  ShuffleSide.Input input(ExchangeId exchange) {
    Written read = known(exchange);
    return read.maps == 0
        ? ShuffleSide.Input.NONE
        : new ShuffleSide.Input(
            shuffle(read, exchange).shuffleHandle(), read.maps, read.blockBytes());
  }

  /** Makes again what is lost of the result; false if that has happened too often. */
  synchronized boolean makeAgain(ExchangeId exchange) {
    if (++madeAgain > MAX_MADE_AGAIN) {
      return false;
    }
    maps.again(shuffle(known(exchange), exchange));
    return true;
  }

  /** An error that another attempt would meet again. */
  void fail(TaskException why) {
    if (fatal == null) {
      fatal = why;
      maps.cancel();
    }
  }

  /** Frees what the job has shipped and written. */
  void free() {
    for (Written each : written.values()) {
      if (each.shuffle != null) {
        maps.free(each.shuffle);
      }
    }
    if (payload != null && !spark.isStopped()) {
      payload.destroy();
    }
  }
}
