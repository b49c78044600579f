package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds where local paths lead, whether or not something is there: links are followed that lead to
 * nothing too, so that the answer does not tell what exists. Names that exist are spelled as the
 * file system has them. Stateless.
 */
final class RealPaths {
  private static final int MAX_LINKS = 40; // as Linux has it

  private RealPaths() {}

  /**
   * Returns a path without links.
   *
   * @param path absolute, without {@code ..}
   */
  static Path of(Path path) {
    Deque<Path> left = new ArrayDeque<>();
    path.forEach(left::addLast);
    Path at = path.getRoot();
    int links = 0;
    while (!left.isEmpty()) {
      String name = left.peekFirst().toString();
      Path next = at.resolve(left.removeFirst());
      if (name.equals("..")) {
        at = at.getParent() == null ? at : at.getParent();
        continue;
      }
      Path target = name.equals(".") || name.isEmpty() ? null : target(next);
      if (target == null || links == MAX_LINKS) {
        at = next;
        continue;
      }
      links++;
      at = target.isAbsolute() ? target.getRoot() : at;
      Deque<Path> names = new ArrayDeque<>();
      target.forEach(names::addFirst);
      names.forEach(left::addFirst);
    }
    return spelled(at.normalize());
  }

  /** Returns what a link names; null if it is none, or one that means more than its text. */
  private static @Nullable Path target(Path path) {
    if (path.startsWith("/proc") || !Files.isSymbolicLink(path)) {
      return null;
    }
    try {
      return Files.readSymbolicLink(path);
    } catch (IOException e) {
      return null; // no link any more
    }
  }

  private static Path spelled(Path path) {
    for (Path there = path; there != null; there = there.getParent()) {
      try {
        return there.toRealPath().resolve(there.relativize(path));
      } catch (IOException e) {
        continue; // what is around it may exist
      }
    }
    return path;
  }
}
