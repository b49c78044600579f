package dev.heddle.cli.bench;

import dev.heddle.bench.scripts.ScriptBenchmark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs scripts of DuckDB's tests in both engines. */
@Command(
    name = "scripts",
    description = "Run sqllogictest scripts in DuckDB and in Heddle, and compare the rows.",
    mixinStandardHelpOptions = true)
final class BenchScripts implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FOLDER",
      description = "Folder of scripts, such as test/sql of DuckDB's sources, or one script.")
  private Path from;

  @Option(
      names = "--folders",
      paramLabel = "join,cte,..",
      split = ",",
      description = "Folders in it (default: all).")
  private List<String> folders = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds that a statement may take (default: 10).")
  private int limit = 10;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "File for each query with other rows, and for all reasons of refusal.")
  private @Nullable Path report;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    ScriptBenchmark.Settings settings =
        new ScriptBenchmark.Settings(from, folders, Duration.ofSeconds(limit), report);
    return new ScriptBenchmark(settings, spec.commandLine().getOut()).run() ? 0 : 1;
  }
}
