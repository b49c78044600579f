package dev.heddle.kernel;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.ScriptHandler;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.kernel.java.JavaSnippets;
import dev.heddle.kernel.java.SnippetException;
import dev.heddle.kernel.java.SnippetResult;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs cells one after the other; {@link #interrupt} may be called by any thread. */
final class Cells implements AutoCloseable {
  private static final List<String> MARKS = List.of("%%sql", "%%java", "%plot");

  private final Session session;
  private final CellOutput output;
  private final CellResults results = new CellResults();
  private @Nullable JavaSnippets java; // guarded by this; made at the first use
  private volatile boolean isInterrupted;

  Cells(Session session, CellOutput output) {
    this.session = session;
    this.output = output;
  }

  /** Returns what runs Java; the first call takes a moment. */
  synchronized JavaSnippets java() {
    JavaSnippets made = java;
    if (made == null) {
      made = new JavaSnippets(session);
      java = made;
    }
    return made;
  }

  private synchronized @Nullable JavaSnippets startedJava() {
    return java;
  }

  /**
   * Runs a cell.
   *
   * @param number of the cell, for messages
   * @return what is shown as its result; null for nothing
   */
  @Nullable Display run(String cell, int number) throws CellException {
    isInterrupted = false;
    CellText text = CellText.of(cell);
    try {
      return switch (text.language()) {
        case SQL -> sql(text.text());
        case JAVA -> java("\n".repeat(text.line() - 1) + text.text(), number);
        case PLOT -> results.plot(text.text());
        case UNKNOWN_MARK ->
            throw new HeddleException(
                ErrorCode.INVALID_ARGUMENT,
                "Cannot run the cell: " + NearestNames.missing("mark", text.text(), MARKS));
      };
    } catch (SnippetException | RuntimeException | Error e) {
      throw isInterrupted ? CellException.interrupted() : CellException.of(e);
    }
  }

  private @Nullable Display sql(String text) {
    LastShown shown = new LastShown();
    session.execute(
        text,
        new ScriptHandler() {
          @Override
          public void query(String statement, DataFrame rows) {
            shown.next(() -> results.query(rows));
          }

          @Override
          public void result(StatementResult done) {
            shown.next(() -> CellResults.statement(done));
          }
        });
    return shown.last;
  }

  /** Shows all but the last of several results at once. */
  private final class LastShown {
    private @Nullable Display last;

    void next(Supplier<@Nullable Display> result) {
      if (isInterrupted) {
        throw new HeddleException(ErrorCode.CANCELLED, "The cell was interrupted");
      }
      Display before = last;
      if (before != null) {
        output.show(before);
        last = null;
      }
      last = result.get();
    }
  }

  private @Nullable Display java(String text, int number) throws SnippetException {
    LastShown shown = new LastShown();
    java()
        .run(
            text,
            number,
            result -> {
              if (result.kind() == SnippetResult.Kind.EXPRESSION
                  && result.end() == SnippetResult.End.OPEN) {
                shown.next(() -> results.value(result.value()));
              }
            });
    return shown.last;
  }

  /** Ends the cell that runs, soon. To be repeated until it has ended. */
  void interrupt() {
    isInterrupted = true;
    JavaSnippets snippets = startedJava();
    if (snippets != null) {
      snippets.stop();
    }
    session.cancelAll();
  }

  @Override
  public void close() {
    JavaSnippets snippets = startedJava();
    if (snippets != null) {
      snippets.close();
    }
    results.close();
  }
}
