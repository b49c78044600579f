package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.output.Screen;
import dev.heddle.engine.cluster.client.ClusterClient;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.server.observe.StatusJson;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints how a cluster is. */
@Command(
    name = "status",
    description = "Print the workers, shuffle servers and jobs of a cluster.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private static final String CLEAR = "\033[H\033[2J";

  @Spec private CommandSpec spec;

  @Mixin private ProcessFlags flags = new ProcessFlags();

  @Option(
      names = "--cluster",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_CLUSTER:-" + SchedulerCommand.LISTEN + "}",
      description = "Where the scheduler listens (HEDDLE_CLUSTER; ${DEFAULT-VALUE}).")
  private String cluster = SchedulerCommand.LISTEN;

  @Option(names = "--json", description = "Print a JSON object on one line.")
  private boolean isJson;

  @Option(
      names = "--watch",
      description = "Print it again each second, until it is interrupted or the scheduler ends.")
  private boolean isWatched;

  @Override
  public Integer call() {
    InetSocketAddress scheduler = ProcessFlags.address("--cluster", cluster);
    boolean clears = isWatched && !isJson && Screen.ofStdout().isPresent();
    PrintWriter out = spec.commandLine().getOut();
    try (ClusterClient client = new ClusterClient(scheduler, flags.ofMember(scheduler))) {
      do {
        ClusterStatus status = client.status();
        out.print((clears ? CLEAR : "") + (isJson ? StatusJson.of(status) + "\n" : status.text()));
        out.flush();
      } while (isWatched && !out.checkError() && pause());
    }
    return 0;
  }

  /** Waits for a second; false if it was interrupted. */
  private static boolean pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
