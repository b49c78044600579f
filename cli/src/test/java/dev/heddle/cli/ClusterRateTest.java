package dev.heddle.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.s3lab.RequestLimit;
import dev.heddle.s3lab.S3Server;
import dev.heddle.s3lab.Shape;
import dev.heddle.s3lab.ShapingProxy;
import dev.heddle.server.observe.SchedulerMetrics;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four workers read many small files from a server of S3 that refuses what is more than some
 * requests a second. Each worker has a proxy of its own, which counts for it; the limit is one for
 * all. {@code heddle.rate.warm} and {@code heddle.rate.seconds} are how long it lasts.
 */
@Tag("process")
class ClusterRateTest {
  private static final int WORKERS = 4;
  private static final int FILES = 25;
  private static final double LIMIT = 100;
  private static final int WARM_SECONDS = Integer.getInteger("heddle.rate.warm", 8);
  private static final int SECONDS = Integer.getInteger("heddle.rate.seconds", 8);
  private static final String QUERY = "select count(*) as n, sum(b) as s from 's3a://lake/small'";

  @TempDir private Path folder;

  private final RequestLimit limit = new RequestLimit(LIMIT);
  private final List<RequestLimit.Client> clients = new ArrayList<>();
  private final List<ShapingProxy> proxies = new ArrayList<>();

  private ShapingProxy proxy(S3Server server) {
    RequestLimit.Client client = limit.client();
    ShapingProxy proxy = new ShapingProxy(server.url(), Shape.NONE, client);
    clients.add(client);
    proxies.add(proxy);
    return proxy;
  }

  private void makeFiles() throws IOException {
    Path bucket = Files.createDirectories(folder.resolve("objects/lake/small"));
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(1))) {
      for (int i = 0; i < FILES; i++) {
        Path file = bucket.resolve("file" + i + ".parquet");
        session.execute("copy (select n as b from (values (1), (2)) as t(n)) to '" + file + "'");
      }
    }
  }

  private Process startWorker(String scheduler, int number, String s3) throws IOException {
    ProcessCommand java =
        FastStarts.of(
            ProcessCommand.likeThis(
                "dev.heddle.cli.Main",
                List.of(
                    "-Xmx" + TestCluster.HEAP,
                    "-XX:TieredStopAtLevel=1",
                    "-Daws.accessKeyId=" + S3Server.ACCESS_KEY,
                    "-Daws.secretAccessKey=" + S3Server.SECRET_KEY)));
    List<String> arguments =
        List.of(
            "worker",
            "--scheduler",
            scheduler,
            "--name",
            "reader-" + number,
            "--slots",
            "1",
            "--threads",
            "1",
            "--memory",
            Long.toString(256L << 20),
            "--spill-folder",
            folder.toString(),
            "--s3-endpoint",
            s3,
            "--s3-path-style",
            "--end-with-stdin");
    return new ProcessBuilder(java.words("reader-" + number, arguments))
        .redirectError(folder.resolve("reader-" + number + ".log").toFile())
        .start();
  }

  private long granted() {
    return clients.stream().mapToLong(RequestLimit.Client::granted).sum();
  }

  private long refused() {
    return clients.stream().mapToLong(RequestLimit.Client::refused).sum();
  }

  private List<Long> grantedEach() {
    return clients.stream().map(RequestLimit.Client::granted).toList();
  }

  /** Queries on a thread of its own until it is enough. */
  private static Thread ask(
      DataFrame frame,
      AtomicBoolean isEnough,
      AtomicReference<Traffic> last,
      AtomicReference<Throwable> failure) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (!isEnough.get()) {
                  try (QueryResult result = frame.collect()) {
                    assertThat(result.toText(9)).contains("" + 2 * FILES);
                    last.set(requireNonNull(result.profile().traffic()));
                  }
                }
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            });
  }

  /**
   * Waits until the server has granted more; returns the mean of the requests a second that were
   * wished for: the limit while any wait, else what is sent, as it is where the machine is busy.
   */
  private double await(long more, TestCluster cluster, AtomicReference<Throwable> failure)
      throws InterruptedException {
    double wished = 0;
    int times = 0;
    for (long enough = granted() + more; granted() < enough; times++) {
      TimeUnit.MILLISECONDS.sleep(250);
      if (failure.get() != null) {
        throw new AssertionError("A query failed", failure.get());
      }
      ClusterStatus status = cluster.status();
      ClusterStatus.Bucket bucket = status.buckets().getFirst();
      wished += bucket.waiting() > 0 ? LIMIT : Math.min(LIMIT, bucket.sentPerSecond());
    }
    return wished / times;
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void fourWorkersShareTheLimitOfABucket() throws Exception {
    System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
    makeFiles();
    LocalClusterSettings settings =
        new LocalClusterSettings(
            "127.0.0.1:0",
            0,
            0,
            1,
            1,
            256L << 20,
            256L << 20,
            folder,
            null,
            List.of(),
            List.of(),
            List.of());
    List<Process> workers = new ArrayList<>();
    try (S3Server server = S3Server.start(folder);
        TestCluster cluster = new TestCluster(settings, TestCluster.java())) {
      try {
        for (int i = 0; i < WORKERS; i++) {
          workers.add(startWorker(cluster.processes().address(), i, proxy(server).url()));
        }
        cluster.await("all workers", status -> status.workers().size() == WORKERS);
        S3Options s3 = S3Options.DEFAULT.withEndpoint(proxy(server).url()).withPathStyle();
        measure(cluster, cluster.options().withS3(s3));
      } finally {
        workers.forEach(Process::destroyForcibly);
        proxies.forEach(ShapingProxy::close);
      }
    }
  }

  private void measure(TestCluster cluster, SessionOptions options) throws InterruptedException {
    AtomicBoolean isEnough = new AtomicBoolean();
    AtomicReference<Traffic> last = new AtomicReference<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> askers = new ArrayList<>();
    try (Session session = Heddle.local(options)) {
      DataFrame frame = session.sql(QUERY);
      try {
        for (int i = 0; i < 2 * WORKERS; i++) {
          askers.add(ask(frame, isEnough, last, failure));
        }
        double _ = await((long) (LIMIT * WARM_SECONDS), cluster, failure);
        List<Long> before = grantedEach();
        long refused = refused();
        long begun = System.nanoTime();
        double wished = await((long) (LIMIT * SECONDS), cluster, failure);
        double seconds = (System.nanoTime() - begun) / 1e9;
        List<Long> each = new ArrayList<>();
        for (int i = 0; i <= WORKERS; i++) {
          each.add(clients.get(i).granted() - before.get(i));
        }
        long all = each.stream().mapToLong(Long::longValue).sum();
        double used = all / seconds / wished;
        double share = (double) (refused() - refused) / (all + refused() - refused);
        String figures =
            String.format(
                Locale.ROOT,
                "used %.3f of %.1f wished, refused %.4f, of each %s",
                used,
                wished,
                share,
                each);
        ClusterStatus status = cluster.status();
        assertThat(used).as(figures).isGreaterThan(0.9);
        assertThat(share).as(figures).isLessThan(0.05);
        List<Long> ofWorkers = each.subList(0, WORKERS);
        long most = ofWorkers.stream().mapToLong(Long::longValue).max().orElseThrow();
        long least = ofWorkers.stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat((double) most / least).as(figures).isLessThan(1.5);
        check(status, last.get());
      } finally {
        isEnough.set(true);
        for (Thread asker : askers) {
          asker.join();
        }
      }
    }
  }

  /** What is shown of the bucket is what happened. */
  private static void check(ClusterStatus status, Traffic traffic) {
    ClusterStatus.Bucket bucket = status.buckets().getFirst();
    assertThat(bucket.name()).isEqualTo("s3a://lake");
    assertThat(bucket.limit()).isBetween(LIMIT / 3, LIMIT * 2);
    assertThat(bucket.refused()).isPositive().isLessThan(bucket.requests());
    assertThat(bucket.leases()).hasSizeGreaterThanOrEqualTo(WORKERS);
    assertThat(status.text()).contains("s3a://lake: ").contains(" requests/s allowed, ");
    Traffic.Bucket asked = traffic.buckets().getFirst();
    assertThat(asked.bucket()).isEqualTo("s3a://lake");
    assertThat(asked.allowedRequestsPerSecond()).isBetween(LIMIT / 3, LIMIT * 2);
    assertThat(traffic.line()).contains("s3a://lake: ").contains(" requests/s allowed, ");
    assertThat(new SchedulerMetrics(() -> Optional.of(status)).collect())
        .extracting(MetricSnapshot::getMetadata)
        .extracting(each -> each.getName())
        .contains("heddle_bucket_limit_requests_per_second", "heddle_bucket_refused");
  }
}
