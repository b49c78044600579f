package dev.heddle.cli;

import dev.heddle.frame.Session;
import java.util.List;
import java.util.concurrent.Callable;
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
