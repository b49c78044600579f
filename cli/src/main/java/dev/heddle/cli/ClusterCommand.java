package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.cli.flags.NumericFlags;
import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.flags.ServingFlags;
import dev.heddle.engine.cluster.client.LocalCluster;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.LocalFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a cluster of processes on this host. */
@Command(
    name = "cluster",
    description = "Run a cluster on this host: one scheduler, shuffle servers and workers.",
    mixinStandardHelpOptions = true)
final class ClusterCommand implements Callable<Integer> {
  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Workers (default: ${DEFAULT-VALUE}).")
  private int workers = 2;

  @Option(
      names = "--shuffle-servers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Shuffle servers (default: ${DEFAULT-VALUE}).")
  private int shuffleServers = 1;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = SchedulerCommand.LISTEN,
      description = "Where the scheduler listens (default: ${DEFAULT-VALUE}).")
  private String listen = SchedulerCommand.LISTEN;

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many tasks a worker runs at a time (default: ${DEFAULT-VALUE}).")
  private int slots = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of a task (default: all processors, shared by all slots).")
  private int threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description =
          "Memory of each worker, and of each shuffle server (default: ${DEFAULT-VALUE}).")
  private String memory = "1g";

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Where logs and files go (default: a temporary folder).")
  private @Nullable Path folder;

  @Option(
      names = "--tier",
      paramLabel = "PATH",
      description =
          "A folder or s3a://bucket/path for what shuffle servers' folders have no space for"
              + " (default: none).")
  private @Nullable String tier;

  @Option(
      names = "--security",
      paramLabel = "FOLDER",
      description =
          "Folder with token, ca.pem and node.p12; needed unless all is for one user of this host"
              + " (default: none).")
  private @Nullable Path security;

  @Option(
      names = "--event-log",
      paramLabel = "FOLDER",
      description = "Folder for a file of JSON lines a job (default: none).")
  private @Nullable Path eventLog;

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      description =
          "Where the scheduler shows the dashboard, and answers GET /health, /ready and /metrics"
              + " (default: nowhere).")
  private @Nullable String http;

  @Option(
      names = "--flight",
      paramLabel = "HOST:PORT",
      description =
          "Where one more process serves results over Arrow Flight and Flight SQL (default: none).")
  private @Nullable String flight;

  @Mixin private ServingFlags serving = new ServingFlags();

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ProcessFlags.bindAddress("--listen", listen);
    if (http != null) {
      ProcessFlags.bindAddress("--http", http);
    }
    if (flight != null) {
      InstalledParts.require(
          "cluster --flight", FlightCommand.SERVER, ClusterCommand.class.getClassLoader());
      ProcessFlags.bindAddress("--flight", flight);
    }
    List<String> served = serving.arguments();
    if (flight == null && !served.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + served.getFirst()
              + " without a server for clients: give --flight HOST:PORT");
    }
    ProcessFlags.checkTier(tier);
    if (eventLog != null) {
      LocalFolders.requireWritable("--event-log", eventLog);
    }
    if (folder != null) {
      LocalFolders.requireWritable("--folder", folder);
    }
    Path files = folder == null ? Files.createTempDirectory("heddle-cluster-") : folder;
    Path log = files.resolve("scheduler.log");
    long oldBytes = Files.exists(log) ? Files.size(log) : 0;
    int processors = Runtime.getRuntime().availableProcessors();
    ProcessCommand command = ProcessCommand.likeThis(Main.class.getName(), List.of());
    LocalCluster cluster =
        new LocalCluster(
            new LocalClusterSettings(
                listen,
                workers,
                shuffleServers,
                slots,
                threads > 0 ? threads : Math.max(1, processors / Math.max(1, workers * slots)),
                NumericFlags.bytes("--memory", memory),
                NumericFlags.bytes("--memory", memory),
                files,
                security,
                schedulerFlags(),
                List.of(),
                tier == null ? List.of() : List.of("--tier", tier)),
            command);
    AtomicReference<@Nullable FlightProcess> server = new AtomicReference<>();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  FlightProcess started = server.get();
                  if (started != null) {
                    started.close();
                  }
                  cluster.close();
                  if (folder == null) {
                    ProcessFlags.delete(files);
                  }
                }));
    ProcessFlags.say("logs and files are in " + files);
    saidSince(log, oldBytes).forEach(ProcessFlags::say);
    if (flight != null) {
      FlightProcess started =
          FlightProcess.start(
              command, cluster.address(), flight, served, security, files.resolve("flight.log"));
      server.set(started);
      ProcessFlags.say(started.said());
    }
    ProcessFlags.say("heddle cluster listens at " + cluster.address());
    new CountDownLatch(1).await(); // a signal ends it
    return 0;
  }

  /** Returns what the scheduler has said to its user, in its log behind what was there before. */
  private static List<String> saidSince(Path log, long oldBytes) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(oldBytes);
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> line.startsWith("heddle shows "))
          .toList();
    }
  }

  private List<String> schedulerFlags() {
    List<String> flags = new ArrayList<>();
    if (eventLog != null) {
      flags.addAll(List.of("--event-log", eventLog.toString()));
    }
    if (http != null) {
      flags.addAll(List.of("--http", http));
    }
    return flags;
  }
}
