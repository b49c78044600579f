package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.engine.cluster.coordinator.ClusterFeed;
import dev.heddle.engine.cluster.coordinator.JobOwner;
import dev.heddle.engine.cluster.coordinator.SchedulerProcess;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.server.model.ClusterControl;
import dev.heddle.server.observe.StatusPages;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the scheduler of a cluster. */
@Command(
    name = "scheduler",
    description = "Run the scheduler of a cluster until it is asked to end.",
    mixinStandardHelpOptions = true)
final class SchedulerCommand implements Callable<Integer> {
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(5);

  static final String LISTEN = "127.0.0.1:7420";

  @Mixin private ProcessFlags flags = new ProcessFlags();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_LISTEN:-" + LISTEN + "}",
      description = "Where to listen; port 0 takes a free one (HEDDLE_LISTEN; ${DEFAULT-VALUE}).")
  private String listen = LISTEN;

  @Option(
      names = "--dead-seconds",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_DEAD_SECONDS:-10}",
      description =
          "After so long a silence a worker counts as lost (HEDDLE_DEAD_SECONDS;"
              + " ${DEFAULT-VALUE}).")
  private int deadSeconds = 10;

  @Option(
      names = "--absent-seconds",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_ABSENT_SECONDS:-60}",
      description =
          "So long jobs wait while nothing could run them (HEDDLE_ABSENT_SECONDS;"
              + " ${DEFAULT-VALUE}).")
  private int absentSeconds = 60;

  @Option(
      names = "--client-seconds",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_CLIENT_SECONDS:-60}",
      description =
          "So long a job waits for its client to connect again that was cut off or stopped; 0 ends"
              + " it at once (HEDDLE_CLIENT_SECONDS; ${DEFAULT-VALUE}).")
  private int clientSeconds = 60;

  @Option(
      names = "--straggler-seconds",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_STRAGGLER_SECONDS:-2}",
      description =
          "A task that takes so long, and much longer than others for each byte, gets a second"
              + " attempt on an idle worker; 0 for never (HEDDLE_STRAGGLER_SECONDS;"
              + " ${DEFAULT-VALUE}).")
  private int stragglerSeconds = 2;

  @Option(
      names = "--journal",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_JOURNAL}",
      description =
          "Folder for decisions, from which the next scheduler goes on with running jobs"
              + " (HEDDLE_JOURNAL; default: none).")
  private @Nullable Path journal;

  @Option(
      names = "--event-log",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_EVENT_LOG}",
      description =
          "Folder for a file of JSON lines a job: what happened to it (HEDDLE_EVENT_LOG; default:"
              + " none).")
  private @Nullable Path eventLog;

  @Option(
      names = "--ui-history",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_UI_HISTORY}",
      description =
          "Folder where the dashboard keeps the last 1,000 queries (HEDDLE_UI_HISTORY; default: in"
              + " the user's cache folder).")
  private @Nullable Path history;

  @Mixin private ObserveFlags observe = new ObserveFlags();

  @Override
  public Integer call() throws InterruptedException {
    observe.log();
    SchedulerOptions options =
        SchedulerOptions.cluster()
            .withDeadMillis(1_000L * deadSeconds)
            .withAbsentMillis(1_000L * absentSeconds)
            .withClientMillis(1_000L * clientSeconds)
            .withStragglerMillis(1_000L * stragglerSeconds);
    flags.watchStdin();
    InetSocketAddress bind = ProcessFlags.bindAddress("--listen", listen);
    observe.check();
    if (journal != null) {
      LocalFolders.requireWritable("--journal", journal);
    }
    if (eventLog != null) {
      LocalFolders.requireWritable("--event-log", eventLog);
    }
    Security security = flags.ofScheduler(bind);
    ClusterFeed feed = new ClusterFeed();
    try (SchedulerProcess process =
        new SchedulerProcess(
            bind,
            security,
            options,
            Optional.ofNullable(journal),
            Optional.ofNullable(eventLog),
            Optional.of(feed).filter(_ -> observe.hasPages(security)))) {
      StatusPages.Test decides =
          () ->
              process.status(ANSWERS_WITHIN).isPresent()
                  ? Optional.empty()
                  : Optional.of("nothing was decided for " + ANSWERS_WITHIN.toSeconds() + " s");
      observe.showCluster(security, history, decides, new ProcessControl(process), feed);
      ProcessFlags.say("heddle scheduler listens at " + ProcessFlags.text(process.address()));
      new CountDownLatch(1).await(); // a signal ends it
    }
    return 0;
  }

  /** The scheduler, as its dashboard asks it. */
  private record ProcessControl(SchedulerProcess process) implements ClusterControl {
    @Override
    public Optional<ClusterStatus> status() {
      return process.status(ANSWERS_WITHIN);
    }

    @Override
    public void cancel(JobId job, String reason) {
      process.cancel(job, reason);
    }

    @Override
    public void stop(JobOwner client, long query, List<JobId> jobs, String reason) {
      process.stop(client, query, jobs, reason);
    }

    @Override
    public void sample(Duration time) {
      process.sample(time);
    }

    @Override
    public Duration sampled() {
      return process.sampled();
    }
  }
}
