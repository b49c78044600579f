package dev.heddle.cli;

import static java.util.Objects.requireNonNull;

import dev.heddle.cli.output.Invocation;
import dev.heddle.cli.output.OutputFormat;
import dev.heddle.cli.output.OutputTarget;
import dev.heddle.cli.output.ScriptOutput;
import dev.heddle.cli.spark.SparkFlags;
import dev.heddle.frame.Session;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.startup.SessionWarmup;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs SQL statements and prints each result. */
@Command(
    name = "sql",
    description = "Run SQL statements, separated by semicolons, and print each result.",
    mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private SessionFlags flags = new SessionFlags();

  @Mixin private SparkFlags spark = new SparkFlags();

  @Mixin private UiFlags ui = new UiFlags();

  @Mixin private ReportFlag report = new ReportFlag();

  private Invocation caller = Invocation.OF_PROCESS;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Output: " + OutputFormat.NAMES + " (default: by the ending of -o FILE, else table).")
  private @Nullable String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Write there, s3a:// paths too, instead of stdout; the file appears when it is complete."
              + " Its ending names the format, and .gz, .zst or .lz4 behind it a compression.")
  private @Nullable String output;

  @Option(
      names = "--partition-by",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "Write a folder of Parquet files, with folders in it named by values of these columns.")
  private List<String> partitionBy = List.of();

  @Option(
      names = {"-p", "--parameter"},
      paramLabel = "NAME=VALUE",
      description =
          "A value for $NAME in the statements (of ?, NAME is its number), read as the type it has"
              + " there.")
  private Map<String, String> parameters = Map.of();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "SCRIPT.sql",
      description = "Read the statements from a file, of s3a:// too; - reads stdin.")
  private @Nullable String script;

  @Parameters(
      arity = "0..1",
      paramLabel = "SQL",
      description = "The statements (default: those that are piped in).")
  private @Nullable String sql;

  /** Makes the command whose fields the command-line library sets. */
  SqlCommand() {}

  /** Makes a command with what is given, and all else left out. */
  SqlCommand(
      SessionFlags flags,
      @Nullable String format,
      @Nullable String output,
      @Nullable String script,
      @Nullable String sql) {
    this.flags = flags;
    this.format = format;
    this.output = output;
    this.script = script;
    this.sql = sql;
  }

  @Override
  public Integer call() throws IOException {
    String source = source();
    OutputTarget target = OutputTarget.of(output, format == null ? null : OutputFormat.of(format));
    checkPartitions(target);
    if (ScriptText.STDIN.equals(source) && flags.readsStdin()) {
      throw invalid(
          "Cannot read both statements and a table from stdin: put the statements into a file or"
              + " an argument");
    }
    spark.check();
    if (spark.areGiven() && !flags.haveOpening()) {
      return submit();
    }
    if (caller.isWarm()) {
      try (Session session = flags.open()) {
        run(session, source, target);
      }
      return 0;
    }
    flags.showBy(ui);
    try (SessionWarmup start = flags.startEarly(sql);
        Session session = start.session()) {
      ui.print(session, err());
      run(session, source, target);
      ui.awaitEnter(err());
    }
    return 0;
  }

  private void run(Session session, String source, OutputTarget target) throws IOException {
    String text =
        sql == null
            ? ScriptText.read(source, caller) // the session knows how to reach S3
            : ScriptText.withoutMark(sql);
    caller.check(text);
    SqlParameters values = SqlParameters.of(parameters);
    report.during(
        session,
        () -> new ScriptOutput(session, target, partitionBy, values, notes(), caller).run(text));
  }

  /** Sets whom it is run for. */
  void runFor(Invocation invocation) {
    this.caller = invocation;
  }

  /** Sets how sessions are opened, which Spark's are not by this process. */
  void openBy(Function<SessionOptions, Session> way) {
    flags.openBy(way);
  }

  private int submit() throws IOException {
    flags.checkForSpark();
    CommandLine line = requireNonNull(spec, "spec is null").root().commandLine();
    return spark.submit(line.getParseResult().originalArgs(), flags.sparkLog(), line.getErr());
  }

  /** Returns the file that the statements are in; empty where they are an argument. */
  private String source() {
    if (script != null && sql != null) {
      throw invalid(
          "Cannot run both -f "
              + script
              + " and SQL text \""
              + sql
              + "\": give one of them; text with blanks needs quotes around it");
    }
    if (script != null) {
      return script;
    }
    if (sql == null && caller.hasTerminalInput()) {
      throw invalid(
          "Cannot run: give SQL text, -f SCRIPT.sql or a pipe, or start the prompt by heddle"
              + " shell");
    }
    return sql == null ? ScriptText.STDIN : "";
  }

  private void checkPartitions(OutputTarget target) {
    if (partitionBy.isEmpty()) {
      return;
    }
    if (target.file() == null) {
      throw invalid("Cannot write partitions to stdout: name a folder with -o");
    }
    if (target.format() != OutputFormat.PARQUET) {
      throw invalid(
          "Cannot write partitions as "
              + target.format()
              + ": add --format parquet, or write COPY ... TO");
    }
  }

  private static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  /** What is reported of a query goes to stderr, since stdout belongs to the results. */
  private Consumer<String> notes() {
    PrintWriter err = err();
    return line -> {
      err.println(line);
      err.flush();
    };
  }

  private PrintWriter err() {
    return spec == null ? caller.err() : spec.commandLine().getErr();
  }
}
