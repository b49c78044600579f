package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.cli.output.ProgressBar;
import dev.heddle.cli.output.Screen;
import dev.heddle.cli.output.ScreenTables;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.cli.output.TablePrinter;
import dev.heddle.cli.output.TableText;
import dev.heddle.frame.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.MaskingCallback;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * An interactive SQL prompt. Ctrl-C cancels the query that runs, or clears the line; Ctrl-D leaves.
 * What is piped in is run without a prompt, and the exit code shows whether all of it worked.
 */
@Command(
    name = "shell",
    description = "An interactive SQL prompt.",
    mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {
  @Mixin private SessionFlags flags = new SessionFlags();

  @Mixin private UiFlags ui = new UiFlags();

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "The folder of a lasting database, as by --database.")
  private @Nullable Path database;

  @Override
  public Integer call() throws IOException {
    flags.showBy(ui);
    if (database != null) {
      flags.useDatabase(database);
    }
    if (!Screen.isStdin()) {
      return runPiped();
    }
    try (Session session = flags.open();
        Terminal terminal = TerminalBuilder.builder().dumb(true).build()) {
      ui.print(session, new PrintWriter(System.err, true, UTF_8));
      prompt(session, terminal);
    }
    return 0;
  }

  /** Runs what is typed at a terminal until it is left. */
  static void prompt(Session session, Terminal terminal) {
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(new ShellText())
            .completer(new SqlCompleter(session))
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, "   ...> ")
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
    ShellHistory.file().ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
    LineReader reader = builder.build();
    PrintWriter out = terminal.writer();
    ShellPager pager = new ShellPager(terminal);
    boolean isDumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
    TablePrinter tables =
        isDumb && Screen.ofStdout().isEmpty()
            ? rows -> TableText.writeAll(rows, out)
            : new ScreenTables(
                out,
                () -> screen(terminal.getSize()),
                isDumb ? ScreenTables.Turning.NEVER : pager,
                " (COPY (query) TO 'file' writes all)");
    Shell shell = new Shell(session, out, out, tables);
    ProgressBar progress =
        isDumb ? null : ProgressBar.of(session, out, () -> screen(terminal.getSize()).columns());
    try (progress) {
      prompt(session, terminal, reader, pager, shell);
    }
  }

  private static void prompt(
      Session session, Terminal terminal, LineReader reader, ShellPager pager, Shell shell) {
    PrintWriter out = terminal.writer();
    terminal.handle(
        Terminal.Signal.INT,
        signal -> {
          pager.interrupt();
          session.cancelAll();
        });
    out.println("Heddle shell; \\? or help lists its commands, \\q or exit leaves");
    while (true) {
      String text;
      try {
        text = reader.readLine("heddle> ", null, (MaskingCallback) null, pager.typedAhead());
      } catch (UserInterruptException e) {
        continue;
      } catch (EndOfFileException e) {
        return;
      }
      boolean goesOn = shell.take(text);
      out.flush();
      if (!goesOn) {
        return;
      }
    }
  }

  private static Screen screen(Size size) {
    return Screen.of(size.getRows(), size.getColumns());
  }

  private int runPiped() throws IOException {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(StandardOutput.OF_PROCESS, UTF_8), false);
    PrintWriter err = new PrintWriter(System.err, true, UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (Session session = flags.open()) {
      ui.print(session, err);
      TablePrinter tables =
          Screen.ofStdout()
              .<TablePrinter>map(
                  screen -> new ScreenTables(out, () -> screen, ScreenTables.Turning.NEVER, ""))
              .orElse(rows -> TableText.writeAll(rows, out));
      Shell shell = new Shell(session, out, err, tables);
      StringBuilder text = new StringBuilder();
      String line;
      boolean goesOn = true;
      while (goesOn && (line = in.readLine()) != null) {
        text.append(text.isEmpty() ? ScriptText.withoutMark(line) : line);
        if (ShellText.isComplete(text.toString())) {
          goesOn = shell.take(text.toString());
          text.setLength(0);
        } else {
          text.append('\n');
        }
        out.flush();
      }
      if (goesOn) {
        shell.take(text.toString());
      }
      out.flush();
      return shell.hasFailed() ? 1 : 0;
    }
  }
}
