package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopFullException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;

/** Turns failures of file systems into typed errors. */
final class HadoopErrors {
  private HadoopErrors() {}

  /** Work on a file system that gives something. */
  interface Work<T> {
    /** Does it. */
    T run() throws IOException;
  }

  /** Work on a file system. */
  interface Step {
    /** Does it. */
    void run() throws IOException;
  }

  /**
   * Does something to a path.
   *
   * @param verb says what, such as {@code read}
   */
  static <T> T with(String verb, String path, Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw of(verb, path, e);
    }
  }

  /** Does something to a path that gives nothing. */
  static void step(String verb, String path, Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw of(verb, path, e);
    }
  }

  /** Returns the typed error. */
  static HeddleException of(String verb, String path, IOException e) {
    String start = "Cannot " + verb + " " + path + ": ";
    return switch (e) {
      case FileNotFoundException _ ->
          new HeddleException(ErrorCode.NOT_FOUND, start + "no such file or folder", e);
      case AccessDeniedException denied ->
          new HeddleException(
              ErrorCode.IO, start + "permission denied; " + firstLine(denied.getReason()), e);
      case HadoopFullException _ ->
          new HeddleException(ErrorCode.DISK_FULL, start + firstLine(e.getMessage()), e);
      case EOFException _ ->
          new HeddleException(
              ErrorCode.IO, start + "it ends before; was it replaced while it was read?", e);
      case ClosedByInterruptException _ ->
          new HeddleException(ErrorCode.CANCELLED, start + "interrupted", e);
      case InterruptedIOException _ when Thread.currentThread().isInterrupted() ->
          new HeddleException(ErrorCode.CANCELLED, start + "interrupted", e);
      default ->
          new HeddleException(
              ErrorCode.IO,
              start
                  + (e.getClass() == IOException.class ? "" : e.getClass().getSimpleName() + ": ")
                  + firstLine(e.getMessage()),
              e);
    };
  }

  /** Returns the error for a file that may not be there and is. */
  static HeddleException exists(String path, FileAlreadyExistsException cause) {
    return new HeddleException(
        ErrorCode.ALREADY_EXISTS,
        "Cannot write " + path + ": it has been made by somebody else meanwhile",
        cause);
  }

  private static String firstLine(String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }
}
