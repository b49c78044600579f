package dev.heddle.cli;

import dev.heddle.cli.output.ErrorText;
import dev.heddle.cli.output.Invocation;
import dev.heddle.cli.output.OutputFormat;
import dev.heddle.cli.output.TablePrinter;
import dev.heddle.cli.output.TextResults;
import dev.heddle.frame.Session;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.TableInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/** Runs statements and commands of the prompt one after the other; errors do not end it. */
final class Shell {
  private static final String HELP =
      """
      SQL statements end with a semicolon.
      \\d            tables and views        \\d NAME          columns of one
      \\explain SQL  plans of a query        \\timing [on|off] show how long statements take
      \\i FILE       run the statements in a file
      \\? or help    this text               \\q, quit or exit leave (or Ctrl-D)
      Tab completes keywords, functions, tables and columns, and names of files within quotes.
      Ctrl-C cancels the query that runs.
      """;

  private final Session session;
  private final PrintWriter out;
  private final PrintWriter err;
  private final TablePrinter tables;
  private boolean isTimed;
  private boolean hasFailed;

  /**
   * Makes a shell.
   *
   * @param out where results go
   * @param err where errors go
   * @param tables prints results to {@code out}
   */
  Shell(Session session, PrintWriter out, PrintWriter err, TablePrinter tables) {
    this.session = session;
    this.out = out;
    this.err = err;
    this.tables = tables;
  }

  /** Returns whether anything has failed. */
  boolean hasFailed() {
    return hasFailed;
  }

  /** Runs statements or a command and returns whether the shell goes on. */
  boolean take(String text) {
    if (text.isBlank()) {
      return true;
    }
    String command = ShellText.command(text);
    if (command.isEmpty()) {
      guarded(() -> execute(text));
      return true;
    }
    String[] words = command.split("\\s+", 2);
    String rest = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case "\\q", "\\quit", "\\exit" -> {
        return false;
      }
      case "\\timing", "\\timer" -> time(rest);
      case "\\d", "\\tables" -> guarded(() -> describe(withoutSemicolon(rest)));
      case "\\explain" ->
          guarded(() -> out.print(session.sql(withoutSemicolon(rest)).explain(ExplainMode.ALL)));
      case "\\i" -> guarded(() -> execute(ScriptText.read(rest, Invocation.OF_PROCESS)));
      case "\\?", "\\h", "\\help" -> out.print(HELP);
      default -> fail("no command " + words[0] + "; \\? lists them");
    }
    return true;
  }

  private interface Step {
    void run() throws IOException;
  }

  private void guarded(Step work) {
    try {
      work.run();
    } catch (IOException | RuntimeException e) {
      fail(ErrorText.oneLine(e));
    }
  }

  private void fail(String message) {
    hasFailed = true;
    out.flush();
    err.println("error: " + message);
    err.flush();
  }

  private void execute(String text) {
    long begun = System.nanoTime();
    TextResults results =
        new TextResults(
            OutputFormat.TABLE, out, "stdout", tables, session.timeZone(), err::println);
    session.execute(text, results);
    if (isTimed) {
      out.printf(Locale.ROOT, "%.1f ms%n", (System.nanoTime() - begun) / 1e6);
    }
  }

  private void time(String word) {
    switch (withoutSemicolon(word).toLowerCase(Locale.ROOT)) {
      case "on" -> isTimed = true;
      case "off" -> isTimed = false;
      case "" -> isTimed = !isTimed;
      default -> {
        fail("cannot switch timing to " + word + "; write \\timing on or \\timing off");
        return;
      }
    }
    out.println("timing is " + (isTimed ? "on" : "off"));
  }

  private static String withoutSemicolon(String sql) {
    String text = sql.strip();
    return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
  }

  private void describe(String name) {
    if (name.isEmpty()) {
      for (TableInfo table : session.tables()) {
        out.println(
            table.kind().name().toLowerCase(Locale.ROOT)
                + " "
                + table.qualifiedName()
                + " ("
                + table.schema().size()
                + " columns)");
      }
      return;
    }
    Schema schema = session.table(name).schema();
    out.println(schema);
  }
}
