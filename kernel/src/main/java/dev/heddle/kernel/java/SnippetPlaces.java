package dev.heddle.kernel.java;

import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;
import org.jspecify.annotations.Nullable;

/** Where snippets stand in the texts that were typed, for messages. Used by one thread. */
final class SnippetPlaces {
  private static final int MAX_CAUSES = 10;

  private record Place(int text, int line) {}

  private final Map<String, Place> places = new HashMap<>(); // by the snippets' ids

  /** Notes where a snippet begins. */
  void put(Snippet snippet, int text, int line) {
    places.put(snippet.id(), new Place(text, line));
  }

  /** Returns the errors of the compiler, with their lines. */
  static String diagnostics(String source, int firstLine, List<Diag> problems) {
    StringBuilder text = new StringBuilder();
    for (Diag each : problems) {
      if (!each.isError()) {
        continue;
      }
      int at = (int) Math.max(0, Math.min(source.length(), each.getPosition()));
      int line = firstLine + (int) source.substring(0, at).chars().filter(c -> c == '\n').count();
      int begin = source.lastIndexOf('\n', at - 1) + 1;
      int end = source.indexOf('\n', at);
      text.append(text.isEmpty() ? "" : "\n").append("line ").append(line).append(": ");
      text.append(each.getMessage(null).strip()).append('\n');
      text.append(source, begin, end < 0 ? source.length() : end).append('\n');
      text.repeat(' ', at - begin).append('^');
    }
    return text.toString();
  }

  /** Returns the error for what a snippet threw. */
  SnippetException error(JShellException seen, @Nullable Throwable thrown) {
    List<String> frames = new ArrayList<>(frames(seen));
    Throwable cause = seen.getCause();
    for (int i = 0; cause instanceof EvalException each && i < MAX_CAUSES; i++) {
      List<String> ofCause = frames(each);
      if (!ofCause.isEmpty() || !(thrown instanceof HeddleException)) {
        frames.add("caused by " + simpleName(each) + ": " + each.getMessage());
        frames.addAll(ofCause);
      }
      cause = each.getCause();
    }
    if (thrown instanceof HeddleException heddle) {
      return new SnippetException(heddle.code().name(), String.valueOf(seen.getMessage()), frames);
    }
    return switch (seen) {
      case EvalException e ->
          new SnippetException(
              simpleName(e), e.getMessage() == null ? "no message" : e.getMessage(), frames);
      case UnresolvedReferenceException e ->
          new SnippetException(
              "Unresolved",
              "Cannot run "
                  + e.getSnippet().source().strip().lines().findFirst().orElse("it")
                  + " yet: it names what is not declared; declare that first",
              frames);
      default -> new SnippetException("Error", String.valueOf(seen.getMessage()), frames);
    };
  }

  private static String simpleName(EvalException e) {
    String name = e.getExceptionClassName();
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /** Returns the frames of the snippets, and of libraries that they called, but none of Heddle. */
  private List<String> frames(Throwable error) {
    StackTraceElement[] trace = error.getStackTrace();
    int last = trace.length - 1;
    while (last >= 0 && !isOfSnippet(trace[last])) {
      last--;
    }
    List<String> frames = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      if (isOfSnippet(trace[i])) {
        frames.add(place(trace[i]));
      } else if (!isInternal(trace[i].getClassName())) {
        frames.add("at " + trace[i].toString().replaceFirst("^[\\w.]+(@[\\w.]+)?/", ""));
      }
    }
    return frames;
  }

  private static boolean isOfSnippet(StackTraceElement frame) {
    String file = frame.getFileName();
    return file != null && file.startsWith("#");
  }

  private static boolean isInternal(String name) {
    return name.startsWith("dev.heddle.")
        || name.startsWith("REPL.")
        || name.startsWith("org.apache.calcite.")
        || name.startsWith("org.apache.arrow.")
        || name.startsWith("jdk.")
        || name.startsWith("sun.")
        || name.startsWith("java.lang.reflect.")
        || name.startsWith("java.lang.invoke.");
  }

  private String place(StackTraceElement frame) {
    String name = frame.getMethodName();
    String method = name.isEmpty() || name.startsWith("do_it$") ? "" : name + ", ";
    Place place = places.get(String.valueOf(frame.getFileName()).substring(1));
    return place == null
        ? "at " + method + "line " + frame.getLineNumber()
        : "at "
            + method
            + "cell "
            + place.text()
            + ", line "
            + (place.line() + Math.max(0, frame.getLineNumber() - 1));
  }
}
