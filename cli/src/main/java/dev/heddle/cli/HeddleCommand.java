package dev.heddle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code heddle} command as the command-line library reads it. */
@Command(
    name = "heddle",
    description = "Lazy data frames and SQL over Parquet.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    subcommands = {
      SqlCommand.class,
      SchemaCommand.class,
      ExplainCommand.class,
      ShellCommand.class,
      DemoCommand.class,
      BenchCommand.class,
      ClusterCommand.class,
      FlightCommand.class,
      StatusCommand.class,
      SchedulerCommand.class,
      ShuffleCommand.class,
      WorkerCommand.class,
      SecurityCommand.class,
      VersionCommand.class
    })
final class HeddleCommand implements Runnable {
  @Spec private CommandSpec spec;

  private HeddleCommand() {}

  /** Runs the subcommand that the arguments name and returns its exit code. */
  static int run(String[] arguments) {
    return new CommandLine(new HeddleCommand())
        .setExecutionExceptionHandler(new ErrorReport())
        .setParameterExceptionHandler(ErrorReport::usage)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(arguments);
  }

  /** Prints the usage when no subcommand is named. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
