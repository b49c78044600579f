package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the plans of a query. */
@Command(
    name = "explain",
    description = "Print the logical, optimised and physical plan of a query and its stages.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SessionFlags flags = new SessionFlags();

  @Option(names = "--analyze", description = "Run the query and print true rows and times.")
  private boolean analyze;

  @Option(
      names = "--profile",
      description = "Sample the threads too, and print the methods that took the CPU time.")
  private boolean profile;

  @Parameters(paramLabel = "SQL", description = "The query.")
  private String sql = "";

  /** Sets how sessions are opened. */
  void openBy(Function<SessionOptions, Session> way) {
    flags.openBy(way);
  }

  @Override
  public Integer call() {
    try (Session session = flags.open()) {
      ExplainMode mode = analyze ? ExplainMode.ANALYZE : ExplainMode.ALL;
      if (profile) {
        mode = ExplainMode.ANALYZE_PROFILE; // only what runs can be sampled
      }
      spec.commandLine().getOut().print(session.sql(sql).explain(mode));
      spec.commandLine().getOut().flush();
    }
    return 0;
  }
}
