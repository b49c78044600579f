package dev.heddle.frame.error;

import static java.util.Objects.requireNonNull;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks arguments: that several, which arrive as one array or collection, are all there, and that
 * paths are of the default file system.
 */
public final class Arguments {
  private Arguments() {}

  /**
   * Returns a copy of an array as a list that cannot be changed.
   *
   * @throws NullPointerException with the argument's name if the array or something in it is null
   */
  public static <T> List<T> all(T[] values, String name) {
    requireNonNull(values, () -> name + " is null");
    for (int i = 0; i < values.length; i++) {
      check(values[i], name, i);
    }
    return List.of(values);
  }

  private static void check(@Nullable Object value, String name, int position) {
    if (value == null) {
      throw new NullPointerException(name + "[" + position + "] is null");
    }
  }

  /**
   * Returns a copy of a collection as a list that cannot be changed.
   *
   * @throws NullPointerException with the argument's name if the collection or something in it is
   *     null
   */
  public static <T> List<T> all(Collection<? extends T> values, String name) {
    requireNonNull(values, () -> name + " is null");
    int position = 0;
    for (Object value : values) {
      check(value, name, position++);
    }
    return List.copyOf(values);
  }

  /**
   * Returns a copy of a map, in its order, that cannot be changed.
   *
   * @throws NullPointerException with the argument's name if the map, a key or a value is null
   */
  public static <K, V> Map<K, V> all(Map<K, V> values, String name) {
    requireNonNull(values, () -> name + " is null");
    Map<K, V> copy = new LinkedHashMap<>();
    values.forEach(
        (key, value) ->
            copy.put(
                requireNonNull(key, () -> "a key of " + name + " is null"),
                requireNonNull(value, () -> name + "[" + key + "] is null")));
    return Collections.unmodifiableMap(copy);
  }

  /**
   * Returns the texts of paths.
   *
   * @throws HeddleException as {@link #localPath}
   */
  public static String[] localPaths(Path... paths) {
    requireNonNull(paths, "paths is null");
    return all(paths, "paths").stream().map(Arguments::localPath).toArray(String[]::new);
  }

  /**
   * Returns where something is to be written.
   *
   * @throws AnalysisException if it is blank
   */
  public static String target(String path) {
    requireNonNull(path, "path is null");
    if (path.isBlank()) {
      throw new AnalysisException("Cannot write: the path is blank; give a file or folder");
    }
    return path;
  }

  /**
   * Returns the text of a path, as which files elsewhere are named too.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if it is of another file system than
   *     the default one
   */
  public static String localPath(Path path) {
    requireNonNull(path, "path is null");
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use path "
              + path.toUri()
              + ": it is not of the default file system; copy the file there, or give a text such"
              + " as s3://bucket/key");
    }
    return path.toString();
  }
}
