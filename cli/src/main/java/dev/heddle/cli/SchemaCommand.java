package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the columns of files. */
@Command(
    name = "schema",
    description = "Print the columns of Parquet or CSV files, read from footers or a sample.",
    mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SessionFlags flags = new SessionFlags();

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "A file, folder or glob.")
  private List<String> paths = List.of();

  /** Sets how sessions are opened. */
  void openBy(Function<SessionOptions, Session> way) {
    flags.openBy(way);
  }

  @Override
  public Integer call() {
    try (Session session = flags.open()) {
      for (String path : paths) {
        if (paths.size() > 1) {
          spec.commandLine().getOut().println(path + ":");
        }
        spec.commandLine().getOut().println(session.read().path(path).schema());
      }
    }
    return 0;
  }
}
