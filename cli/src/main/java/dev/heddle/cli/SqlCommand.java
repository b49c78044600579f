package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.Traffic;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.io.ipc.ArrowOutput;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.planner.sql.ScriptParser;
import dev.heddle.planner.sql.Statement;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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
  private static final Pattern REMOTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*");

  @Spec private @Nullable CommandSpec spec;

  @Mixin private SessionFlags flags = new SessionFlags();

  @Option(
      names = "--format",
      description = "Output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TABLE;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Write there, s3a:// paths too, instead of stdout; the file appears when it is complete.")
  private @Nullable String output;

  @Option(
      names = "--partition-by",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "Write a folder of Parquet files, with folders in it named by values of these columns.")
  private List<String> partitionBy = List.of();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "SCRIPT.sql",
      description = "Read the statements from a file, of s3a:// too.")
  private @Nullable String script;

  @Parameters(arity = "0..1", paramLabel = "SQL", description = "The statements.")
  private @Nullable String sql;

  /** Makes the command whose fields the command-line library sets. */
  SqlCommand() {}

  /** Makes a command with what is given, and all else left out. */
  SqlCommand(
      SessionFlags flags, OutputFormat format, @Nullable String script, @Nullable String sql) {
    this.flags = flags;
    this.format = format;
    this.script = script;
    this.sql = sql;
  }

  @Override
  public Integer call() throws IOException {
    if ((script == null) == (sql == null)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot run: give either SQL text or -f SCRIPT.sql");
    }
    if (!partitionBy.isEmpty() && format != OutputFormat.PARQUET) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write partitions as " + format + ": add --format PARQUET, or write COPY ... TO");
    }
    try (EarlyStart start = flags.startEarly(sql);
        Session session = start.session()) {
      String text = sql == null ? read(script) : sql; // the session knows how to reach S3
      switch (format) {
        case TABLE, CSV, JSON -> runText(session, text);
        case PARQUET, ARROW -> runBinary(session, text);
      }
    }
    return 0;
  }

  private static String read(String script) throws IOException {
    if (REMOTE.matcher(script).matches()) {
      Storage storage = Storages.of(script);
      StoredFile file = storage.stat(script);
      try (RangedInput input = storage.open(file)) {
        byte[] bytes = input.readArray(0, Math.toIntExact(file.sizeBytes()));
        return new String(bytes, UTF_8);
      }
    }
    try {
      return Files.readString(Path.of(script)); // a pipe, too
    } catch (NoSuchFileException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read script " + script + ": there is no such file", e);
    }
  }

  private void runText(Session session, String text) throws IOException {
    if (output == null) {
      Writer out = utf8(new FileOutputStream(java.io.FileDescriptor.out));
      TextResults results = new TextResults(format, out, session.options().timeZone(), notes());
      session.execute(text, results::print);
      return;
    }
    whenComplete(
        output,
        stream -> {
          Writer out = utf8(stream);
          TextResults results = new TextResults(format, out, session.options().timeZone(), notes());
          session.execute(text, results::print);
          out.flush();
        });
  }

  /** What is said of a query goes to stderr, since stdout belongs to the results. */
  private Consumer<String> notes() {
    PrintWriter err =
        spec == null ? new PrintWriter(System.err, true, UTF_8) : spec.commandLine().getErr();
    return line -> {
      err.println(line);
      err.flush();
    };
  }

  private static Writer utf8(OutputStream out) {
    return new BufferedWriter(new OutputStreamWriter(out, UTF_8), 1 << 16);
  }

  /** Runs all statements; the last one, a query, is written. */
  private void runBinary(Session session, String text) throws IOException {
    List<Statement> statements = ScriptParser.parse(text);
    if (statements.isEmpty() || !(statements.getLast() instanceof Statement.Query query)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write a result as " + format + ": the last statement has to be a query");
    }
    for (Statement statement : statements.subList(0, statements.size() - 1)) {
      session.execute(statement.text());
    }
    DataFrame frame = session.sql(query.text());
    if (format == OutputFormat.PARQUET) {
      if (output == null) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot write Parquet to stdout: name a file with -o");
      }
      WriteShape shape = partitionBy.isEmpty() ? WriteShape.FILE : WriteShape.FOLDER;
      WriteLayout layout = WriteLayout.DEFAULT.withShape(shape).withPartitionBy(partitionBy);
      Traffic traffic = frame.write().overwrite().layout(layout).parquet(output).traffic();
      if (traffic != null) {
        notes().accept(traffic.line());
      }
    } else if (output == null) {
      ArrowOutput.writeStream(frame::toArrow, new FileOutputStream(java.io.FileDescriptor.out));
    } else {
      whenComplete(output, stream -> ArrowOutput.writeFile(frame::toArrow, stream));
    }
  }

  private interface Writing {
    void to(OutputStream stream) throws IOException;
  }

  /** Writes a file that appears when it is complete; a failure leaves nothing. */
  private static void whenComplete(String target, Writing writing) throws IOException {
    Storage storage = Storages.of(target);
    String path = storage.absolute(target);
    if (!path.contains("://") && !Files.isDirectory(Path.of(path).resolveSibling(""))) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot write " + target + ": its folder does not exist");
    }
    try (PublishedOutput output = storage.create(path)) {
      writing.to(streamOf(output));
      output.publish();
    }
  }

  private static OutputStream streamOf(PublishedOutput output) {
    return new OutputStream() {
      @Override
      public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        output.write(bytes, offset, length);
      }
    };
  }
}
