package dev.heddle.kernel.java;

import java.io.Serial;
import java.util.List;

/** A snippet that does not compile, has thrown something, or was stopped. */
public final class SnippetException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final String name;
  private final List<String> frames;

  SnippetException(String name, String message, List<String> frames) {
    super(message, null, false, false);
    this.name = name;
    this.frames = List.copyOf(frames);
  }

  /** Returns what went wrong in a word: a code of Heddle's errors or the class of an exception. */
  public String name() {
    return name;
  }

  /** Returns where in the snippets it was thrown, innermost first; empty if they do not compile. */
  public List<String> frames() {
    return frames;
  }
}
