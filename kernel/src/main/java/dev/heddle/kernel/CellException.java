package dev.heddle.kernel;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.kernel.java.SnippetException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;

/** Why a cell has no result, in the words that are shown: no frame of Heddle's own is in them. */
final class CellException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final String name;
  private final List<String> lines;

  private CellException(String name, String message, List<String> frames) {
    super(message, null, false, false);
    this.name = name;
    List<String> all = new ArrayList<>((name + ": " + message).lines().toList());
    frames.forEach(each -> all.add("  " + each));
    this.lines = List.copyOf(all);
  }

  static CellException of(Throwable error) {
    return switch (error) {
      case CellException e -> e;
      case SnippetException e ->
          new CellException(e.name(), String.valueOf(e.getMessage()), e.frames());
      case HeddleException e ->
          new CellException(e.code().name(), String.valueOf(e.getMessage()), List.of());
      default ->
          new CellException(
              ErrorCode.INTERNAL.name(),
              error + "; this is an error of the kernel, not of the cell",
              List.of());
    };
  }

  static CellException interrupted() {
    return new CellException(ErrorCode.CANCELLED.name(), "The cell was interrupted", List.of());
  }

  /** Returns what went wrong in a word. */
  String name() {
    return name;
  }

  /** Returns name, message and the frames of the user's code. */
  List<String> lines() {
    return lines;
  }
}
