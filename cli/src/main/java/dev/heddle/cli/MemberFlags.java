package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command understands that starts a process which joins a scheduler. */
final class MemberFlags {
  @Option(
      names = "--scheduler",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_SCHEDULER:-" + SchedulerCommand.LISTEN + "}",
      description = "Where the scheduler listens (HEDDLE_SCHEDULER; ${DEFAULT-VALUE}).")
  private String scheduler = SchedulerCommand.LISTEN;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "${env:HEDDLE_HOST}",
      description =
          "Name by which others reach this host (HEDDLE_HOST; default: the one listened at).")
  private @Nullable String host;

  InetSocketAddress scheduler() {
    return ProcessFlags.address("--scheduler", scheduler);
  }

  /** Returns the name of this host, given the one that is listened at. */
  String host(String listened) {
    return host == null ? listened : host;
  }
}
