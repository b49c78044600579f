package dev.heddle.planner.sql;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Types that a session has given names, beside those of {@link TypeNames}. Names have no case.
 * Immutable; a type is what its name meant when it was made.
 */
public final class NamedTypes {
  /** No types. */
  public static final NamedTypes NONE = new NamedTypes(Map.of());

  private final Map<String, Entry> entries; // by name in lower case

  /**
   * A type and its name as it was written.
   *
   * @param name the name
   * @param type what it means
   */
  public record Entry(String name, DataType type) {}

  private NamedTypes(Map<String, Entry> entries) {
    this.entries = entries;
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns the type of a name. */
  public Optional<DataType> find(String name) {
    return Optional.ofNullable(entries.get(key(name))).map(Entry::type);
  }

  /** Returns all, in the order of their names. */
  public List<Entry> all() {
    return List.copyOf(entries.values());
  }

  /**
   * Returns these with a new type.
   *
   * @throws HeddleException if a type has the name
   */
  public NamedTypes with(String name, DataType type) {
    if (find(name).isPresent()) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create type \""
              + name
              + "\": there is one of that name; write CREATE OR REPLACE, or choose another name");
    }
    return replacing(name, type);
  }

  /**
   * Returns these with a type, in the place of one of that name if there is one.
   *
   * @throws HeddleException if a type of SQL has the name
   */
  public NamedTypes replacing(String name, DataType type) {
    if (TypeNames.isTaken(name)) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create type \"" + name + "\": SQL has a type of that name; choose another name");
    }
    Map<String, Entry> changed = new TreeMap<>(entries);
    changed.put(key(name), new Entry(name, type));
    return new NamedTypes(changed);
  }

  /** Returns these with others whose names they have not got. */
  public NamedTypes before(NamedTypes others) {
    if (others.entries.isEmpty() || entries.isEmpty()) {
      return entries.isEmpty() ? others : this;
    }
    Map<String, Entry> all = new TreeMap<>(others.entries);
    all.putAll(entries);
    return new NamedTypes(all);
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Returns these without a type; the same if there is none of the name. */
  public NamedTypes without(String name) {
    if (find(name).isEmpty()) {
      return this;
    }
    Map<String, Entry> changed = new TreeMap<>(entries);
    changed.remove(key(name));
    return new NamedTypes(changed);
  }

  /** Returns the error that there is no such type. */
  public HeddleException missing(String name) {
    List<String> names = all().stream().map(Entry::name).toList();
    return new HeddleException(
        ErrorCode.NOT_FOUND, "Cannot find type: " + NearestNames.missing("type", name, names));
  }
}
