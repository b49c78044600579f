package dev.heddle.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code heddle} command: reads the arguments and runs the subcommand they name. */
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
      VersionCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    SqlCommand plain = PlainSql.read(arguments, System.getenv());
    if (plain == null) {
      return runByLibrary(arguments);
    }
    try {
      return plain.call();
    } catch (Exception e) {
      return ErrorReport.report(e, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }
  }

  private static int runByLibrary(String[] arguments) {
    return new CommandLine(new Main())
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
