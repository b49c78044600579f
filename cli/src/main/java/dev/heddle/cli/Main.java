package dev.heddle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code heddle} command: reads the arguments and runs the subcommand they name. */
@Command(
    name = "heddle",
    description = "Lazy data frames and SQL over Parquet.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    subcommands = {VersionCommand.class})
public final class Main implements Runnable {
  private final CommandLine commandLine = new CommandLine(this);

  private Main() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new Main().commandLine.execute(arguments));
  }

  /** Prints the usage when no subcommand is named. */
  @Override
  public void run() {
    commandLine.usage(commandLine.getOut());
  }
}
