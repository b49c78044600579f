package dev.heddle.cli;

import dev.heddle.cli.flags.NumericFlags;
import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.flags.S3Flags;
import dev.heddle.engine.cluster.coordinator.ShuffleProcess;
import dev.heddle.engine.cluster.coordinator.ShuffleSettings;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.Storages;
import dev.heddle.server.observe.ShuffleMetrics;
import dev.heddle.shuffle.net.Security;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a shuffle server of a cluster. */
@Command(
    name = "shuffle",
    description = "Run a shuffle server of a cluster, one a host, until it is asked to end.",
    mixinStandardHelpOptions = true)
final class ShuffleCommand implements Callable<Integer> {
  @Mixin private ProcessFlags flags = new ProcessFlags();
  @Mixin private MemberFlags member = new MemberFlags();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_LISTEN:-127.0.0.1:0}",
      description = "Where to listen; port 0 takes a free one (HEDDLE_LISTEN; ${DEFAULT-VALUE}).")
  private String listen = "127.0.0.1:0";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "${env:HEDDLE_NAME:-shuffle}",
      description = "Name in messages (HEDDLE_NAME; ${DEFAULT-VALUE}).")
  private String name = "shuffle";

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "${env:HEDDLE_MEMORY:-1g}",
      description = "Memory for blocks, such as 2g (HEDDLE_MEMORY; ${DEFAULT-VALUE}).")
  private String memory = "1g";

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_FOLDER}",
      description = "Where blocks go that do not fit (HEDDLE_FOLDER; default: a temporary folder).")
  private @Nullable Path folder;

  @Option(
      names = "--disk",
      paramLabel = "SIZE",
      defaultValue = "${env:HEDDLE_DISK:-100g}",
      description = "The most bytes in the folder, 0 for no disk (HEDDLE_DISK; ${DEFAULT-VALUE}).")
  private String disk = "100g";

  @Option(
      names = "--tier",
      paramLabel = "PATH",
      defaultValue = "${env:HEDDLE_TIER}",
      description =
          "A folder or s3a://bucket/path, which servers may share, for what the folder has no space"
              + " for (HEDDLE_TIER; default: none).")
  private @Nullable String tier;

  @Option(
      names = "--tier-space",
      paramLabel = "SIZE",
      defaultValue = "${env:HEDDLE_TIER_SPACE:-10t}",
      description = "The most bytes there (HEDDLE_TIER_SPACE; ${DEFAULT-VALUE}).")
  private String tierSpace = "10t";

  @Mixin private S3Flags s3 = new S3Flags();

  @Mixin private ObserveFlags observe = new ObserveFlags();

  @Override
  public Integer call() throws IOException {
    observe.log();
    InetSocketAddress bind = ProcessFlags.bindAddress("--listen", listen);
    observe.check();
    ProcessFlags.checkTier(tier);
    if (folder != null) {
      LocalFolders.requireWritable("--folder", folder);
    }
    boolean isTemporary = folder == null;
    Path blocks = isTemporary ? Files.createTempDirectory("heddle-shuffle-") : folder;
    long memoryBytes = NumericFlags.bytes("--memory", memory);
    long diskBytes = NumericFlags.bytesOrNone("--disk", disk);
    ShuffleDisk.warning(memoryBytes, blocks, diskBytes)
        .ifPresent(warning -> System.err.println("heddle shuffle " + name + ": " + warning));
    Security security = flags.ofMember(member.scheduler());
    flags.watchStdin();
    S3Options way = s3.options();
    if (way != null) {
      Storages.use(way); // until the process ends
    }
    ShuffleProcess process =
        new ShuffleProcess(
            new ShuffleSettings(
                member.scheduler(),
                security,
                bind,
                name,
                member.host(bind.getHostString()),
                memoryBytes,
                blocks,
                diskBytes,
                Optional.ofNullable(tier),
                NumericFlags.bytesOrNone("--tier-space", tierSpace)),
            address -> ProcessFlags.say("heddle " + address));
    observe.show(
        security,
        Optional::empty,
        () -> process.isJoined() ? Optional.empty() : Optional.of("it has not joined a scheduler"),
        new ShuffleMetrics(process));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  process.close();
                  if (isTemporary) {
                    ProcessFlags.delete(blocks);
                  }
                }));
    process.run();
    return 0;
  }
}
