package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The ordered columns of a frame or file. Names may repeat in a query's result; lookups then find
 * the first.
 */
public final class Schema {
  /** What to do about a column that cannot be read, for the end of messages. */
  public static final String WITHOUT_UNREADABLE =
      "; name the other columns, or read with the option skip_unreadable to leave it out";

  private final List<Field> fields;
  private final Map<String, Integer> indexByName = new HashMap<>();
  private final Map<String, String> unreadable;

  /** Makes a schema of the fields in their order. */
  public Schema(List<Field> fields) {
    this(fields, Map.of());
  }

  /**
   * Makes a schema of a source that has columns which cannot be read, whether they are among the
   * fields or not.
   *
   * @param unreadable why, by name; serves messages and is no part of what the schema equals
   */
  public Schema(List<Field> fields, Map<String, String> unreadable) {
    this.fields = Arguments.all(fields, "fields");
    this.unreadable = Map.copyOf(Arguments.all(unreadable, "unreadable"));
    for (int i = this.fields.size() - 1; i >= 0; i--) {
      indexByName.put(this.fields.get(i).name(), i);
    }
  }

  /** Makes a schema of the fields in their order. */
  public static Schema of(Field... fields) {
    return new Schema(Arguments.all(fields, "fields"));
  }

  /** Returns the fields in order. */
  public List<Field> fields() {
    return fields;
  }

  /** Returns the field at the position, counted from 0. */
  public Field field(int index) {
    if (index < 0 || index >= fields.size()) {
      throw new AnalysisException(
          "Cannot read field " + index + ": the schema has " + fields.size() + " columns");
    }
    return fields.get(index);
  }

  /** Returns the number of columns. */
  public int size() {
    return fields.size();
  }

  /** Returns the names in order. */
  public List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  /** Returns the position of the column with exactly this name, if there is one. */
  public OptionalInt indexOf(String name) {
    Integer index = indexByName.get(name);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /**
   * Returns why the source's column of this name cannot be read, and what to do, if it has one that
   * cannot.
   */
  public Optional<String> whyUnreadable(String name) {
    return Optional.ofNullable(unreadable.get(requireNonNull(name, "name is null")))
        .map(why -> why + WITHOUT_UNREADABLE);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema that && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(fields);
  }

  /** Returns the SQL type of a column to be shown; of one that cannot be read, why. */
  public String typeText(int index) {
    Field field = field(index);
    String why = unreadable.get(field.name());
    return why == null ? field.type().sqlName() : "unreadable: " + why;
  }

  /** Returns one line a column: name, SQL type and {@code not null} where known. */
  @Override
  public String toString() {
    return IntStream.range(0, fields.size())
        .mapToObj(
            i ->
                fields.get(i).name()
                    + " "
                    + typeText(i)
                    + (fields.get(i).nullable() ? "" : " not null"))
        .collect(Collectors.joining("\n"));
  }
}
