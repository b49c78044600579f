package dev.heddle.cli;

import dev.heddle.cli.flags.NumericFlags;
import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.flags.S3Flags;
import dev.heddle.engine.worker.WorkerProcess;
import dev.heddle.engine.worker.WorkerSettings;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.Storages;
import dev.heddle.server.observe.WorkerMetrics;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a worker of a cluster. */
@Command(
    name = "worker",
    description = "Run a worker of a cluster until it is asked to end; SIGTERM drains it first.",
    mixinStandardHelpOptions = true)
final class WorkerCommand implements Callable<Integer> {
  @Mixin private ProcessFlags flags = new ProcessFlags();
  @Mixin private MemberFlags member = new MemberFlags();

  @Option(
      names = "--listen",
      paramLabel = "HOST",
      defaultValue = "${env:HEDDLE_LISTEN:-127.0.0.1}",
      description =
          "Address at which other workers read small exchanges (HEDDLE_LISTEN; ${DEFAULT-VALUE}).")
  private String listen = "127.0.0.1";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "${env:HEDDLE_NAME:-worker}",
      description = "Name in messages (HEDDLE_NAME; ${DEFAULT-VALUE}).")
  private String name = "worker";

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_SLOTS:-1}",
      description = "How many tasks it runs at a time (HEDDLE_SLOTS; ${DEFAULT-VALUE}).")
  private int slots = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_THREADS:-0}",
      description = "Threads of a task (HEDDLE_THREADS; default: all processors, shared by slots).")
  private int threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "${env:HEDDLE_MEMORY:-1g}",
      description = "Memory of all tasks, off the heap (HEDDLE_MEMORY; ${DEFAULT-VALUE}).")
  private String memory = "1g";

  @Option(
      names = "--inline-memory",
      paramLabel = "SIZE",
      defaultValue = "${env:HEDDLE_INLINE_MEMORY}",
      description =
          "How much of it small exchanges may take (HEDDLE_INLINE_MEMORY; default: an eighth).")
  private @Nullable String inlineMemory;

  @Option(
      names = "--spill-folder",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_SPILL_FOLDER}",
      description =
          "Where to put what does not fit into memory (HEDDLE_SPILL_FOLDER; default: the temporary"
              + " folder).")
  private @Nullable Path spillFolder;

  @Option(
      names = "--spill-quota",
      paramLabel = "SIZE",
      defaultValue = "${env:HEDDLE_SPILL_QUOTA}",
      description = "Most bytes of spill files (HEDDLE_SPILL_QUOTA; default: no bound).")
  private @Nullable String spillQuota;

  @Option(
      names = "--drain-seconds",
      paramLabel = "N",
      defaultValue = "${env:HEDDLE_DRAIN_SECONDS:-30}",
      description = "How long it may go on after SIGTERM (HEDDLE_DRAIN_SECONDS; ${DEFAULT-VALUE}).")
  private int drainSeconds = 30;

  @Mixin private ObserveFlags observe = new ObserveFlags();
  @Mixin private S3Flags s3 = new S3Flags();

  @Override
  public Integer call() {
    observe.log();
    long bytes = NumericFlags.bytes("--memory", memory);
    InetSocketAddress bind = new InetSocketAddress(listen, 0);
    if (bind.isUnresolved()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use --listen "
              + listen
              + ": no host of this name is known; write a host without a port, such as 127.0.0.1");
    }
    observe.check();
    if (spillFolder != null) {
      LocalFolders.requireWritable("--spill-folder", spillFolder);
    }
    int taskThreads =
        threads > 0 ? threads : Math.max(1, Runtime.getRuntime().availableProcessors() / slots);
    S3Options way = s3.options();
    Security security = flags.ofMember(member.scheduler());
    flags.watchStdin();
    WorkerProcess process =
        new WorkerProcess(
            new WorkerSettings(
                member.scheduler(),
                security,
                name,
                bind.getAddress(),
                member.host(listen),
                slots,
                taskThreads,
                bytes,
                inlineMemory == null
                    ? bytes / 8
                    : NumericFlags.bytesOrNone("--inline-memory", inlineMemory),
                spillFolder,
                spillQuota == null
                    ? Long.MAX_VALUE
                    : NumericFlags.bytesOrNone("--spill-quota", spillQuota),
                Duration.ofSeconds(drainSeconds)),
            id -> ProcessFlags.say("heddle is " + id));
    observe.show(
        security,
        Optional::empty,
        () ->
            process.figures().isJoined()
                ? Optional.empty()
                : Optional.of("it has not joined a scheduler"),
        new WorkerMetrics(process::figures));
    Runtime.getRuntime().addShutdownHook(new Thread(process::drain));
    Storages.OptionsLease lease = way == null ? null : Storages.use(way);
    try {
      process.run();
    } finally {
      if (lease != null) {
        lease.close();
      }
    }
    return 0;
  }
}
