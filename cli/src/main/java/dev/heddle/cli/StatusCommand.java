package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.engine.cluster.client.ClusterClient;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
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
  @Spec private CommandSpec spec;

  @Mixin private ProcessFlags flags = new ProcessFlags();

  @Option(
      names = "--cluster",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_CLUSTER:-" + SchedulerCommand.LISTEN + "}",
      description = "Where the scheduler listens (HEDDLE_CLUSTER; ${DEFAULT-VALUE}).")
  private String cluster = SchedulerCommand.LISTEN;

  @Override
  public Integer call() {
    InetSocketAddress scheduler = ProcessFlags.address("--cluster", cluster);
    try (ClusterClient client = new ClusterClient(scheduler, flags.ofMember(scheduler))) {
      spec.commandLine().getOut().print(client.status().text());
      spec.commandLine().getOut().flush();
    }
    return 0;
  }
}
