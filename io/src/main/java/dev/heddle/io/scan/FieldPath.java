package dev.heddle.io.scan;

import java.util.List;

/**
 * A column, or a field in structs of it: null where a struct around the field is.
 *
 * @param column position in the request's columns
 * @param names of the fields, from the outermost on; empty for the column itself
 */
public record FieldPath(int column, List<String> names) {
  /** Copies the list. */
  public FieldPath {
    names = List.copyOf(names);
  }
}
