package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.io.storage.CacheFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * An interactive SQL prompt. Ctrl-C cancels the query that runs, or clears the line; Ctrl-D leaves.
 */
@Command(
    name = "shell",
    description = "An interactive SQL prompt.",
    mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {
  private static final String HELP =
      """
      SQL statements end with a semicolon.
      \\d            tables and views       \\d NAME       columns of one
      \\explain SQL  plans of a query       \\timing       switch times on or off
      \\?            this text              \\q            leave (or Ctrl-D)
      Ctrl-C cancels the query that runs.
      """;

  @Mixin private SessionFlags flags = new SessionFlags();

  private boolean timing;

  @Override
  public Integer call() throws IOException {
    try (Session session = flags.open();
        Terminal terminal = TerminalBuilder.builder().dumb(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> session.cancelAll());
      DefaultParser parser = new DefaultParser();
      parser.setEscapeChars(null); // a backslash starts a command
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .parser(parser)
              .completer(new SqlCompleter(session))
              .variable(LineReader.HISTORY_FILE, CacheFolder.path().resolve("history"))
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      PrintWriter out = terminal.writer();
      out.println("Heddle shell; \\? for help");
      loop(session, reader, out);
    }
    return 0;
  }

  private void loop(Session session, LineReader reader, PrintWriter out) {
    StringBuilder statement = new StringBuilder();
    while (true) {
      String line;
      try {
        line = reader.readLine(statement.isEmpty() ? "heddle> " : "   ...> ");
      } catch (UserInterruptException e) {
        statement.setLength(0);
        continue;
      } catch (EndOfFileException e) {
        return;
      }
      if (statement.isEmpty() && line.strip().startsWith("\\")) {
        if (!command(session, line.strip(), out)) {
          return;
        }
      } else if (!statement.isEmpty() || !line.isBlank()) {
        statement.append(line).append('\n');
        if (line.stripTrailing().endsWith(";")) {
          String text = statement.toString();
          statement.setLength(0);
          guarded(out, () -> execute(session, text, out));
        }
      }
      out.flush();
    }
  }

  /** Runs something that may fail; the shell goes on. */
  private static void guarded(PrintWriter out, Runnable work) {
    try {
      work.run();
    } catch (HeddleException e) {
      out.println("error: " + e.getMessage());
    }
  }

  private void execute(Session session, String text, PrintWriter out) {
    long begun = System.nanoTime();
    TextResults results =
        new TextResults(OutputFormat.TABLE, out, session.options().timeZone(), out::println);
    session.execute(text, results::print);
    if (timing) {
      out.printf(Locale.ROOT, "%.1f ms%n", (System.nanoTime() - begun) / 1e6);
    }
  }

  /** Runs a command and returns whether the shell goes on. */
  private boolean command(Session session, String line, PrintWriter out) {
    String[] words = line.split("\\s+", 2);
    String rest = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "\\q" -> {
        return false;
      }
      case "\\timing" -> {
        timing = !timing;
        out.println("timing is " + (timing ? "on" : "off"));
      }
      case "\\d" -> guarded(out, () -> describe(session, rest, out));
      case "\\explain" ->
          guarded(
              out, () -> out.print(session.sql(withoutSemicolon(rest)).explain(ExplainMode.ALL)));
      case "\\?" -> out.print(HELP);
      default -> out.println("error: no command " + words[0] + "; \\? lists them");
    }
    return true;
  }

  private static String withoutSemicolon(String sql) {
    String text = sql.strip();
    return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
  }

  private static void describe(Session session, String name, PrintWriter out) {
    if (name.isEmpty()) {
      for (TableInfo table : session.tables()) {
        out.println(
            table.kind().name().toLowerCase(Locale.ROOT)
                + " "
                + table.name()
                + " ("
                + table.schema().size()
                + " columns)");
      }
      return;
    }
    Schema schema = session.table(withoutSemicolon(name)).schema();
    out.println(schema);
  }
}
