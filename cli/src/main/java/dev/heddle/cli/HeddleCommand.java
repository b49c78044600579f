package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.cli.bench.BenchCommand;
import dev.heddle.cli.flags.NumericFlags;
import dev.heddle.cli.output.ErrorReport;
import dev.heddle.cli.output.ErrorText;
import dev.heddle.cli.output.Invocation;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
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
      CleanCommand.class,
      DaemonCommand.class,
      ShellCommand.class,
      JShellCommand.class,
      KernelCommand.class,
      DemoCommand.class,
      BenchCommand.class,
      ClusterCommand.class,
      FlightCommand.class,
      StatusCommand.class,
      SchedulerCommand.class,
      ShuffleCommand.class,
      WorkerCommand.class,
      SecurityCommand.class,
      SparkCommand.class,
      VersionCommand.class,
      CommandLine.HelpCommand.class
    })
final class HeddleCommand implements Runnable {
  @Spec private CommandSpec spec;

  private HeddleCommand() {}

  /** Runs the subcommand that the arguments name and returns its exit code. */
  static int run(String[] arguments) {
    return run(arguments, new CommandLine(new HeddleCommand()), Invocation.OF_PROCESS);
  }

  /**
   * Runs a subcommand for another process and returns its exit code.
   *
   * @param sessions opens the caller's
   */
  static int run(
      String[] arguments, Invocation caller, Function<SessionOptions, Session> sessions) {
    CommandLine command = new CommandLine(new HeddleCommand());
    Map<String, CommandLine> all = command.getSubcommands();
    SqlCommand sql = all.get("sql").getCommand();
    sql.runFor(caller);
    sql.openBy(sessions);
    all.get("explain").<ExplainCommand>getCommand().openBy(sessions);
    all.get("schema").<SchemaCommand>getCommand().openBy(sessions);
    command.setErr(caller.err());
    return run(arguments, command, caller);
  }

  /**
   * Runs the subcommand that the arguments name and returns its exit code.
   *
   * @param arrangement takes the sql command before it reads its arguments
   */
  static int runSql(String[] arguments, Consumer<SqlCommand> arrangement) {
    CommandLine command = new CommandLine(new HeddleCommand());
    arrangement.accept(command.getSubcommands().get("sql").getCommand());
    return run(arguments, command, Invocation.OF_PROCESS);
  }

  private static int run(String[] arguments, CommandLine command, Invocation caller) {
    PrintWriter out = new PrintWriter(new OutputStreamWriter(caller.out(), UTF_8));
    command.setExecutionStrategy(
        parsed -> {
          try {
            NumericFlags.check(parsed);
          } catch (HeddleException e) {
            return ErrorText.report(e, command.getErr());
          }
          return new CommandLine.RunLast().execute(parsed);
        });
    int code =
        command
            .setOut(out)
            .setExecutionExceptionHandler(new ErrorReport(caller))
            .setParameterExceptionHandler(ErrorReport::usage)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments);
    out.flush();
    return code;
  }

  /** Prints the usage when no subcommand is named. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
