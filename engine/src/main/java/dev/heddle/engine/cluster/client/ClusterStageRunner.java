package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.cluster.protocol.WorkerDirectory;
import dev.heddle.engine.code.ClientCode;
import dev.heddle.engine.graph.EncodedGraph;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.graph.PersistingStageRunner;
import dev.heddle.engine.graph.RemoteStages;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOperators;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.ui.Secrets;
import dev.heddle.engine.worker.TaskRunner;
import dev.heddle.engine.worker.WorkerStage;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.client.ChannelPool;
import dev.heddle.shuffle.client.ClusterExchangeBackend;
import dev.heddle.shuffle.client.ExchangeClientOptions;
import dev.heddle.shuffle.client.SocketChannels;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs on a cluster: sends the stages, waits, and reads what the result stage has written into
 * the caller's sink. Thread-safe.
 */
public final class ClusterStageRunner implements PersistingStageRunner {
  private static final Secrets SECRETS = new Secrets();
  private static final long STATUS_NANOS = 1_000_000_000; // so long nobody is asked again

  private final ClusterClient client;
  private final JobShare share;
  private final ClientCode code = new ClientCode();
  private final WorkerDirectory directory = new WorkerDirectory(_ -> {}); // it writes nothing
  private final MemoryAccount account;
  private final ChannelPool channels;
  private final ExchangeBackend exchanges;
  private final ExecutorService helpers;
  private final TaskRunner reader;
  private volatile @Nullable Known known;

  /** What the cluster was like. */
  private record Known(ClusterStatus status, long nanos) {}

  /**
   * Connects to a cluster as a session's options say.
   *
   * @param ledger pays for what is received
   * @param threads how many threads fill a sink, the caller's among them
   */
  public static ClusterStageRunner connect(
      ClusterOptions cluster, MemoryLedger ledger, int threads) {
    InetSocketAddress scheduler = new InetSocketAddress(cluster.host(), cluster.port());
    return new ClusterStageRunner(
        scheduler,
        Security.ofMember(cluster.security(), scheduler),
        ledger,
        threads,
        new JobShare(cluster.priority(), cluster.weight()));
  }

  /**
   * Connects to a cluster.
   *
   * @param ledger pays for what is received
   * @param threads how many threads fill a sink, the caller's among them
   * @param share what its jobs get beside others
   */
  public ClusterStageRunner(
      InetSocketAddress scheduler,
      Security security,
      MemoryLedger ledger,
      int threads,
      JobShare share) {
    this(scheduler, security, ledger, threads, share, ClusterClient.COME_BACK_MILLIS);
  }

  /**
   * Connects to a cluster.
   *
   * @param ledger pays for what is received
   * @param threads how many threads fill a sink, the caller's among them
   * @param share what its jobs get beside others
   * @param comeBackMillis so long at least it tries to come back to a process that is lost
   */
  public ClusterStageRunner(
      InetSocketAddress scheduler,
      Security security,
      MemoryLedger ledger,
      int threads,
      JobShare share,
      long comeBackMillis) {
    this.share = share;
    Hello self = ClusterClient.hello();
    channels = new ChannelPool(new SocketChannels(security, self));
    client =
        new ClusterClient(
            scheduler, security, self, comeBackMillis, server -> channels.lost(server.server()));
    account = ledger.open("results of a cluster");
    exchanges =
        new ClusterExchangeBackend(
            directory,
            channels,
            new ExchangeClientOptions(
                Integer.MAX_VALUE,
                0,
                Optional.empty(),
                0,
                ExchangeClientOptions.Reach.NETWORK,
                comeBackMillis),
            account);
    helpers =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("heddle-result-", 0).factory());
    reader = new TaskRunner(helpers, threads, exchanges, 1);
  }

  /** Returns the connection to the cluster. */
  public ClusterClient client() {
    return client;
  }

  /**
   * Tells the scheduler's dashboard of queries, if it has one.
   *
   * @param listeners is given who is to be told of queries
   * @param stop stops the query of a number, and is given a reason
   * @param profile lets the queries be profiled that begin within a time
   */
  public void announce(
      Consumer<ProgressListener> listeners,
      BiConsumer<Long, String> stop,
      Consumer<Duration> profile) {
    QueryAnnouncer announcer = client.announcer(stop, profile);
    status(); // what the scheduler says first has come by then
    if (announcer.isWanted()) {
      listeners.accept(announcer);
    }
  }

  @Override
  public void prepare(UserFunction function) {
    code.archives(function);
  }

  @Override
  public void run(JobId localName, StageGraph graph, JobContext context) {
    ClientJob job = job(graph, context);
    boolean isDone = false;
    try {
      submit(job, graph, context, false);
      runToEnd(job, graph, context);
      isDone = true;
    } catch (Throwable e) {
      giveUp(job);
      throw e;
    } finally {
      if (isDone && !context.progress().profiled().isEmpty()) {
        context.progress().profileBy(() -> profile(job));
      } else {
        client.forget(job);
      }
    }
  }

  /** Waits for what workers have sampled of a job that has ended. */
  private CpuProfile profile(ClientJob job) {
    try {
      return job.profile().await();
    } finally {
      client.forget(job);
    }
  }

  private void runToEnd(ClientJob job, StageGraph graph, JobContext context) {
    if (graph.isStreamed()) {
      readParts(job, graph, context);
      return;
    }
    while (true) {
      ControlMessage.Result result = job.await(context.cancellation(), id -> cancel(id, context));
      if (read(result, graph, context)) {
        client.send(new ControlMessage.ResultAcknowledged(result.job()));
        JobId again = job.id();
        if (again != null && !again.equals(result.job())) {
          client.send(new ControlMessage.Cancel(again)); // submitted again meanwhile
        }
        return;
      }
    }
  }

  private ClientJob job(StageGraph graph, JobContext context) {
    ClientJob job = new ClientJob(graph, context.metrics(), context.progress());
    context
        .progress()
        .askBy(
            () -> job.askProgress().map(ControlMessage.AskProgress::new).ifPresent(client::send));
    return job;
  }

  private void giveUp(ClientJob job) {
    JobId id = job.id();
    if (id != null) {
      client.send(new ControlMessage.Cancel(id));
    }
  }

  @Override
  public PersistedRows keep(
      JobId localName, String name, Schema schema, StageGraph graph, JobContext context) {
    ClientJob job = job(graph, context);
    try {
      submit(job, graph, context, true);
      while (true) {
        ControlMessage.Result result = job.await(context.cancellation(), id -> cancel(id, context));
        Optional<Long> rows = rows(result, schema);
        if (rows.isPresent()) {
          PinnedTable table =
              new PinnedTable(
                  name,
                  schema,
                  result.job().number(),
                  parts(result.table()),
                  PinnedTable.Count.exact(rows.get()),
                  PinnedRows.ELSEWHERE);
          return new ClusterPersistedRows(table, job, client);
        }
      }
    } catch (Throwable e) {
      giveUp(job);
      client.forget(job);
      throw e;
    }
  }

  /** Counts the rows of a persisted result; nothing if some are lost and will be computed again. */
  private Optional<Long> rows(ControlMessage.Result result, Schema schema) {
    ExchangeId exchange = result.table().exchange();
    directory.put(result.table(), List.of());
    exchanges.create(
        exchange,
        new ExchangeShape(
            schema.fields().stream().map(Field::type).toList(),
            result.table().maps().size(),
            1,
            true));
    try {
      return Optional.of(exchanges.totals(exchange).getFirst().rows());
    } catch (FetchLostException e) {
      notTaken(result, e);
      return Optional.empty();
    } finally {
      exchanges.release(exchange);
      directory.release(exchange);
    }
  }

  /** Returns the parts of a persisted result, those of a host together. */
  private static List<PinnedTable.Part> parts(WinnerTable table) {
    List<PinnedTable.Part> parts = new ArrayList<>();
    for (int map = 0; map < table.maps().size(); map++) {
      String host = table.servers().get(table.maps().get(map).server()).host();
      parts.add(new PinnedTable.Part(map, host));
    }
    parts.sort(Comparator.comparing(PinnedTable.Part::host));
    return parts;
  }

  private void notTaken(ControlMessage.Result result, FetchLostException e) {
    client.send(
        new ControlMessage.ResultLost(
            result.job(), result.table().exchange().exchange(), result.version(), e.maps()));
  }

  private void submit(ClientJob job, StageGraph graph, JobContext context, boolean isKept) {
    int threads =
        status().workers().stream().mapToInt(ClusterStatus.Worker::threads).max().orElse(1);
    List<StageTemplate> stages =
        (isKept ? RemoteStages.kept(graph) : RemoteStages.of(graph)).stages();
    long begun = System.nanoTime();
    EncodedGraph encoded = StageCodec.encode(stages, context.account(), code);
    JobShape shape =
        StageGraph.shape(stages, stage -> WorkerStage.floorBytes(stage, threads)).withShare(share);
    List<ControlMessage.Content> content = StageContent.bytesOf(encoded);
    long bytes = bytes(content, encoded.archives().values());
    context.progress().ended(QueryStep.ENCODING, begun, bytes);
    job.submit(bytes);
    client.submit(
        job,
        content,
        encoded.archives(),
        new ControlMessage.Submit(
            client.nextTag(),
            new JobText(
                SECRETS.mask(context.query()),
                stages.stream()
                    .map(stage -> SECRETS.mask(StageOperators.of(stage.fragment())))
                    .toList()),
            isKept ? shape.kept() : graph.isStreamed() ? shape.streamed() : shape,
            StageContent.namesOf(encoded),
            context.time().epochMicros(),
            context.time().zone().getId(),
            context.loops().isPresent(),
            context.progress().isWatched(),
            !context.progress().profiled().isEmpty(),
            context.progress().query()));
  }

  private static long bytes(List<ControlMessage.Content> content, Collection<byte[]> archives) {
    return content.stream().mapToLong(each -> each.bytes().length).sum()
        + archives.stream().mapToLong(each -> each.length).sum();
  }

  /** Ends a job; without a scheduler at once, which learns of it when it is there again. */
  private void cancel(JobId id, JobContext context) {
    if (!client.isConnected()) {
      context.cancellation().check();
    }
    client.send(new ControlMessage.Cancel(id));
  }

  /** Reads the result; false if it is gone and nothing of it has reached the sink. */
  private boolean read(ControlMessage.Result result, StageGraph graph, JobContext context) {
    ExchangeId exchange = result.table().exchange();
    RemoteStages divided = RemoteStages.of(graph);
    StageTemplate template = divided.reader();
    directory.put(result.table(), result.little());
    exchanges.create(exchange, new ExchangeShape(divided.types(), result.table().maps().size(), 1));
    TaskStart start = start(result.job(), template, exchange, result.version());
    WatchedSinkFactory sink = new WatchedSinkFactory(context.result());
    PlanMetrics metrics = new PlanMetrics();
    metrics.publishAs(context.metrics(), template.fragment());
    try {
      reader.run(start, template, context.with(metrics, sink));
      addAll(template.fragment(), metrics, context.metrics());
      result.steps().forEach(context.metrics()::note);
      return true;
    } catch (FetchLostException e) {
      if (sink.isTouched()) {
        throw new HeddleException(
            ErrorCode.FETCH_LOST,
            "A part of the result was lost while it was being read; run the query again: "
                + e.getMessage(),
            e);
      }
      notTaken(result, e);
      return false;
    } finally {
      exchanges.release(exchange);
      directory.release(exchange);
    }
  }

  private static TaskStart start(
      JobId job, StageTemplate template, ExchangeId exchange, int version) {
    return new TaskStart(
        new TaskAttempt(job, template.stage(), 0, 0),
        1,
        TaskRange.of(0),
        List.of(),
        List.of(new TaskInput(template.inputs().getFirst(), exchange, true, version)),
        new ExchangeId(exchange.job(), Integer.MAX_VALUE),
        Optional.empty(),
        0);
  }

  /** Reads a result while it is made: each part once it is there, in order. */
  private void readParts(ClientJob job, StageGraph graph, JobContext context) {
    RemoteStages divided = RemoteStages.of(graph);
    StageTemplate template = divided.reader();
    int written = template.inputs().getFirst();
    StreamedResult result =
        new StreamedResult(
            job, divided.types(), context, client, directory, exchanges, id -> cancel(id, context));
    PlanMetrics metrics = new PlanMetrics();
    metrics.publishAs(context.metrics(), template.fragment());
    // one thread, which waits for parts: others could not tell that there is an error
    new TaskRunner(helpers, 1, result, 1)
        .run(
            start(new JobId(0), template, new ExchangeId(0, written), 0),
            template,
            context.with(metrics, context.result()));
    addAll(template.fragment(), metrics, context.metrics());
    job.result().ifPresent(all -> all.steps().forEach(context.metrics()::note));
    Optional<JobId> read = result.read();
    JobId now = job.id();
    read.ifPresent(id -> client.send(new ControlMessage.ResultAcknowledged(id)));
    if (now != null && !read.equals(Optional.of(now))) {
      client.send(new ControlMessage.ResultAcknowledged(now)); // nothing of it is wanted
    }
  }

  /** Adds what was measured in one run to all that is known of a fragment. */
  private static void addAll(PhysicalPlan node, PlanMetrics measured, PlanMetrics sum) {
    sum.add(node, measured.counts(node));
    node.inputs().forEach(input -> addAll(input, measured, sum));
  }

  @Override
  public boolean isInProcess() {
    return false;
  }

  @Override
  public int slots() {
    return Math.max(1, status().slots());
  }

  /** Returns what the cluster is like, or was a moment ago. */
  private ClusterStatus status() {
    Known last = known;
    if (last == null || System.nanoTime() - last.nanos > STATUS_NANOS) {
      last = new Known(client.status(), System.nanoTime());
      known = last;
    }
    return last.status;
  }

  @Override
  public void close() {
    client.close();
    helpers.shutdown();
    exchanges.close();
    channels.close();
    account.close();
  }
}
