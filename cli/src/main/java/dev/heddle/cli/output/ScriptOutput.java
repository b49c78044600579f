package dev.heddle.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.ScriptHandler;
import dev.heddle.frame.Session;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.ipc.ArrowOutput;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.text.Compression;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Statement;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a script and writes its results where they are to go. Used once, by one thread. */
public final class ScriptOutput {
  private static final String WAY = " (-o FILE or a pipe gets all)";

  private final Session session;
  private final OutputTarget target;
  private final List<String> partitionBy;
  private final SqlParameters parameters;
  private final Consumer<String> notes;
  private final Invocation caller;

  /**
   * Makes a run.
   *
   * @param partitionBy columns that name folders of Parquet files; empty for one file
   * @param parameters values for parameters of the script
   * @param notes gets what is reported of queries
   * @param caller whose files and stdout are written
   */
  public ScriptOutput(
      Session session,
      OutputTarget target,
      List<String> partitionBy,
      SqlParameters parameters,
      Consumer<String> notes,
      Invocation caller) {
    this.session = session;
    this.target = target;
    this.partitionBy = List.copyOf(partitionBy);
    this.parameters = parameters;
    this.notes = notes;
    this.caller = caller;
  }

  /**
   * Runs a script.
   *
   * @throws HeddleException before anything runs, if the output cannot hold the script's results
   */
  public void run(String script) throws IOException {
    Optional<Screen> screen = target.file() == null ? caller.outScreen() : Optional.empty();
    if (target.file() != null || target.format().isBinary()) {
      check(script, screen.isPresent());
    }
    try (ProgressBar _ = progress(screen)) {
      run(script, screen);
    }
  }

  /** Shows progress, unless something else may be shown meanwhile. */
  private @Nullable ProgressBar progress(Optional<Screen> screen) {
    boolean isMixed =
        screen.isPresent()
            ? target.format() != OutputFormat.TABLE
            : target.file() == null && caller.out().isPipe(); // whose reader may show something
    Optional<Screen> terminal = isMixed ? Optional.empty() : caller.errScreen();
    return terminal
        .map(found -> ProgressBar.of(session, caller.err(), found::columns))
        .orElse(null);
  }

  private void run(String script, Optional<Screen> screen) throws IOException {
    if (!partitionBy.isEmpty()) {
      session.execute(script, parameters, new Binary(this::writeFolder));
    } else if (target.file() == null) {
      if (target.format().isBinary()) {
        session.execute(script, parameters, new Binary(rows -> writeBinary(rows, caller.out())));
      } else {
        writeText(script, caller.out(), screen);
      }
    } else if (target.format() == OutputFormat.PARQUET
        && target.compression() == Compression.NONE) {
      checkFolder(target.file());
      session.execute(script, parameters, new Binary(rows -> writeParquet(rows, target.file())));
    } else {
      writeFile(script, target.file());
    }
  }

  private void check(String script, boolean isTerminal) {
    OutputFormat format = target.format();
    if (format.isBinary() && isTerminal) {
      throw invalid(
          "Cannot write " + format + " to a terminal: name a file with -o, or pipe it somewhere");
    }
    List<Statement> results =
        SqlParser.script(script).statements().stream().filter(ScriptOutput::hasRows).toList();
    if (results.isEmpty() && format != OutputFormat.TABLE) {
      throw invalid(
          "Cannot write "
              + target.name()
              + ": no statement of the script is a query, so there is no result");
    }
    if (results.size() > 1 && !format.holdsSeveral()) {
      throw invalid(
          "Cannot write "
              + results.size()
              + " results to "
              + target.name()
              + ": "
              + format
              + " holds one; write each with COPY (query) TO 'file', or all as csv or table");
    }
    if (format.isBinary() && !(results.getFirst() instanceof Statement.Select)) {
      throw invalid(
          "Cannot write the result of "
              + script
                  .substring(results.getFirst().span().start(), results.getFirst().span().end())
                  .strip()
                  .lines()
                  .findFirst()
                  .orElse("")
              + " as "
              + format
              + ": only a query's; use csv, json or table");
    }
  }

  private static boolean hasRows(Statement statement) {
    return switch (statement) {
      case Statement.Select _,
          Statement.Explain _,
          Statement.ShowTables _,
          Statement.ShowFunctions _,
          Statement.ShowOption _,
          Statement.ShowCreate _,
          Statement.Execute _,
          Statement.Describe _ ->
          true;
      case Statement.Insert s -> !s.returning().isEmpty();
      case Statement.Update s -> !s.returning().isEmpty();
      case Statement.Delete s -> !s.returning().isEmpty();
      case Statement.Merge s -> !s.returning().isEmpty();
      case Statement.CreateTableAs _,
          Statement.InsertFiles _,
          Statement.Copy _,
          Statement.Command _ ->
          false;
    };
  }

  private static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  private interface Writing {
    void write(DataFrame rows) throws IOException;
  }

  /** Leaves the one query of a script to a writer. */
  private record Binary(Writing writing) implements ScriptHandler {
    @Override
    public void query(String statement, DataFrame rows) {
      try {
        writing.write(rows);
      } catch (IOException e) {
        throw new HeddleException(ErrorCode.IO, "Cannot write: " + e.getMessage(), e);
      }
    }

    @Override
    public void result(StatementResult result) {}
  }

  private void writeFolder(DataFrame rows) {
    WriteLayout layout =
        WriteLayout.DEFAULT.withShape(WriteShape.FOLDER).withPartitionBy(partitionBy);
    note(rows.write().overwrite().layout(layout).onClient().parquet(target.name()).traffic());
  }

  private void writeParquet(DataFrame rows, String file) {
    WriteLayout layout = WriteLayout.DEFAULT.withShape(WriteShape.FILE);
    note(rows.write().overwrite().layout(layout).onClient().parquet(file).traffic());
  }

  private void note(@Nullable Traffic traffic) {
    if (traffic != null) {
      notes.accept(traffic.line());
    }
  }

  private void writeBinary(DataFrame rows, OutputStream out) throws IOException {
    if (target.format() == OutputFormat.PARQUET) {
      Path whole = Files.createTempFile("heddle-", ".parquet"); // its footer locates its parts
      try {
        writeParquet(rows, whole.toString());
        Files.copy(whole, out);
      } finally {
        Files.deleteIfExists(whole);
      }
    } else if (target.isStream()) {
      ArrowOutput.writeStream(rows::toArrow, out);
    } else {
      ArrowOutput.writeFile(rows::toArrow, out);
    }
  }

  private void writeText(String script, OutputStream stream, Optional<Screen> screen)
      throws IOException {
    Writer out = new BufferedWriter(new OutputStreamWriter(stream, UTF_8), 1 << 16);
    TablePrinter tables =
        screen.isEmpty()
            ? rows -> TableText.writeAll(rows, out)
            : new ScreenTables(out, screen::get, ScreenTables.Turning.NEVER, WAY);
    session.execute(
        script,
        parameters,
        new TextResults(target.format(), out, target.name(), tables, session.timeZone(), notes));
    out.flush();
  }

  /** Writes a file that appears when it is complete; a failure leaves nothing. */
  private void writeFile(String script, String file) throws IOException {
    checkFolder(file);
    Storage storage = caller.folder().storage(file);
    String path = storage.absolute(file);
    storage.dropLeftovers(path);
    try (PublishedOutput output = storage.create(path)) {
      try (OutputStream out = target.compression().compress(new ToOutput(output))) {
        OutputStream whole = new Unflushed(out);
        if (target.format().isBinary()) {
          session.execute(script, parameters, new Binary(rows -> writeBinary(rows, whole)));
        } else {
          writeText(script, whole, Optional.empty());
        }
      }
      output.publish();
    }
  }

  private void checkFolder(String file) {
    Storage storage = caller.folder().storage(file);
    String path = storage.absolute(file);
    if (storage.slashed(file).endsWith("/") || storage.isFolder(path)) {
      throw invalid("Cannot write " + file + ": it is a folder; name a file in it");
    }
    if (!path.contains("://")) {
      Path folder = Path.of(path).getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        throw new HeddleException(
            ErrorCode.NOT_FOUND,
            "Cannot write " + file + ": its folder " + folder + " does not exist; make it first");
      }
    }
  }

  /** A stream on the way to a file, which compresses better what is not flushed batch by batch. */
  private static final class Unflushed extends FilterOutputStream {
    Unflushed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void flush() {}
  }

  /** Bytes for an output, which closing leaves open. */
  private static final class ToOutput extends FilterOutputStream {
    private final PublishedOutput output;

    ToOutput(PublishedOutput output) {
      super(OutputStream.nullOutputStream());
      this.output = output;
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      output.write(bytes, offset, length);
    }

    @Override
    public void close() {}
  }
}
