package dev.heddle.kernel.java;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jshell.ExpressionSnippet;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.VarSnippet;
import jdk.jshell.execution.LocalExecutionControlProvider;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionEnv;

/** Compiles and runs Java that is typed in, in this process. */
public final class JavaSnippets implements AutoCloseable {
  private final SnippetControl control = new SnippetControl();
  private final SnippetPlaces places = new SnippetPlaces();
  private final JShell shell;
  private volatile boolean isStopped;

  /**
   * Gets ready for snippets that find a session.
   *
   * @param session stays the caller's
   */
  public JavaSnippets(Session session) {
    OpenSession.set(session);
    shell = JShell.builder().executionEngine(new Here(control), Map.of()).build();
    for (String each : OpenSession.IMPORTS) {
      shell.eval(each);
    }
    shell.eval(OpenSession.DECLARATION);
  }

  /** Gives the control that is there in place of a new one. */
  private static final class Here extends LocalExecutionControlProvider {
    private final SnippetControl control;

    Here(SnippetControl control) {
      this.control = control;
    }

    @Override
    public ExecutionControl createExecutionControl(
        ExecutionEnv env, Map<String, String> parameters) {
      return control;
    }
  }

  /**
   * Runs the snippets of a text in their order, up to the first that fails.
   *
   * @param number of the text, for messages
   * @param results takes what each expression and variable gave
   */
  public void run(String text, int number, Consumer<SnippetResult> results)
      throws SnippetException {
    isStopped = false;
    SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
    String rest = text;
    while (!rest.isBlank()) {
      CompletionInfo info = analysis.analyzeCompletion(rest);
      if (info.completeness() == Completeness.EMPTY) {
        return;
      }
      boolean isWhole = info.completeness().isComplete() && info.source() != null;
      String source = isWhole ? info.source() : rest;
      int start = text.length() - rest.length();
      int line = 1 + lines(text.substring(0, start + leading(rest)));
      run(source, number, line, results);
      rest = isWhole ? info.remaining() : "";
    }
  }

  /** Returns whether a text can be run, or has something open, such as a brace. */
  public boolean isComplete(String text) {
    String rest = text;
    while (!rest.isBlank()) {
      CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
      switch (info.completeness()) {
        case EMPTY, UNKNOWN -> {
          return true; // running it says what is wrong
        }
        case DEFINITELY_INCOMPLETE, CONSIDERED_INCOMPLETE -> {
          return false;
        }
        case COMPLETE, COMPLETE_WITH_SEMI -> rest = info.remaining();
      }
    }
    return true;
  }

  private void run(String source, int number, int line, Consumer<SnippetResult> results)
      throws SnippetException {
    if (isStopped) {
      throw stopped();
    }
    for (SnippetEvent event : shell.eval(source)) {
      Snippet snippet = event.snippet();
      if (event.causeSnippet() != null) {
        continue; // one that was declared before and is now whole
      }
      places.put(snippet, number, line);
      if (isStopped) {
        throw stopped();
      }
      if (event.status() == Snippet.Status.REJECTED) {
        throw new SnippetException(
            "CompileError",
            SnippetPlaces.diagnostics(
                source.stripLeading(), line, shell.diagnostics(snippet).toList()),
            List.of());
      }
      JShellException failure = event.exception();
      Throwable thrown = control.takeThrown();
      if (failure != null) {
        throw places.error(failure, thrown);
      }
      give(snippet, source, results);
    }
  }

  private void give(Snippet snippet, String source, Consumer<SnippetResult> results) {
    if (!snippet.kind().isPersistent() && snippet.kind() != Snippet.Kind.EXPRESSION) {
      return;
    }
    String name =
        switch (snippet) {
          case VarSnippet variable -> variable.name();
          case ExpressionSnippet expression -> expression.name();
          default -> "";
        };
    VarSnippet held =
        shell.variables().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    if (held == null || shell.status(held) != Snippet.Status.VALID) {
      return;
    }
    shell.varValue(held);
    SnippetResult.Kind kind =
        snippet.subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND
                || snippet.subKind() == Snippet.SubKind.VAR_VALUE_SUBKIND
            ? SnippetResult.Kind.EXPRESSION
            : SnippetResult.Kind.VARIABLE;
    SnippetResult.End end =
        source.stripTrailing().endsWith(";") ? SnippetResult.End.SEMICOLON : SnippetResult.End.OPEN;
    results.accept(new SnippetResult(kind, name, control.takeValue(), end));
  }

  /** Ends what runs, soon; what is run next is not concerned. */
  public void stop() {
    isStopped = true;
    shell.stop();
  }

  private static SnippetException stopped() {
    return new SnippetException(ErrorCode.CANCELLED.name(), "The cell was interrupted", List.of());
  }

  /** What could stand at a place. */
  public record Completions(List<String> texts, int start) {}

  /** Returns what could stand before the cursor in a text of several snippets. */
  public Completions complete(String text, int cursor) {
    SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
    String rest = text.substring(0, cursor);
    while (true) {
      CompletionInfo info = analysis.analyzeCompletion(rest);
      if (!info.completeness().isComplete() || info.remaining().isBlank()) {
        break;
      }
      rest = info.remaining();
    }
    int[] anchor = new int[1];
    List<String> texts = new ArrayList<>();
    analysis.completionSuggestions(rest, rest.length(), anchor).stream()
        .map(SourceCodeAnalysis.Suggestion::continuation)
        .distinct()
        .forEach(texts::add);
    return new Completions(texts, cursor - rest.length() + anchor[0]);
  }

  private static int leading(String text) {
    return text.length() - text.stripLeading().length();
  }

  private static int lines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }

  @Override
  public void close() {
    shell.close();
  }
}
