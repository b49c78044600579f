package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

/**
 * A column's name, type and whether it may hold nulls.
 *
 * @param name exact, case-sensitive name
 * @param type type of the values
 * @param nullable false only if it is known that no value is null
 */
public record Field(String name, DataType type, boolean nullable) {
  /** Checks that nothing is missing. */
  public Field {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
  }

  /** Returns a field that may hold nulls. */
  public static Field of(String name, DataType type) {
    return new Field(name, type, true);
  }

  /** Returns this field under another name. */
  public Field withName(String newName) {
    return new Field(newName, type, nullable);
  }

  /** Returns this field with another type. */
  public Field withType(DataType newType) {
    return new Field(name, newType, nullable);
  }
}
