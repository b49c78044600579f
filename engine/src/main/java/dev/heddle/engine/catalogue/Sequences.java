package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.function.Udf3;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The functions that read the sequences of a catalogue, whose names have no case: {@code
 * nextval(name)} takes a value that no other call gets, {@code currval(name)} returns the last one
 * that was taken, {@code setval(name, value)} lets a value be that one, and {@code setval(name,
 * value, false)} the one that is taken next. A name may have its schema and database before it.
 * Their code runs in the process of the catalogue alone. Thread-safe.
 */
public final class Sequences {
  private static final String SETVAL = "setval";

  private final Supplier<CatalogueState> state;
  private final Map<SchemaName, List<UserFunction>> functions = new ConcurrentHashMap<>();

  /**
   * Makes the functions of a catalogue.
   *
   * @param state returns what is in it at the moment of a call
   */
  Sequences(Supplier<CatalogueState> state) {
    this.state = state;
  }

  /** Returns the functions for texts in which names without a schema are of this one. */
  List<UserFunction> functions(SchemaName current) {
    return functions.computeIfAbsent(
        current,
        schema ->
            List.of(
                function("nextval", name -> require(schema, name).take()),
                function("currval", name -> require(schema, name).current()),
                UserFunction.local(
                        SETVAL,
                        (Udf2<String, Long, Long>)
                            (name, value) -> require(schema, name).setLast(value),
                        DataType.INT64,
                        DataType.STRING,
                        DataType.INT64)
                    .notDeterministic(),
                UserFunction.local(
                        SETVAL,
                        (Udf3<String, Long, Boolean, Long>)
                            (name, value, isTaken) ->
                                isTaken
                                    ? require(schema, name).setLast(value)
                                    : require(schema, name).setNext(value),
                        DataType.INT64,
                        DataType.STRING,
                        DataType.INT64,
                        DataType.BOOL)
                    .notDeterministic()));
  }

  private static UserFunction function(String name, Udf1<String, Long> code) {
    return UserFunction.local(name, code, DataType.INT64, DataType.STRING).notDeterministic();
  }

  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private Sequence require(SchemaName current, String name) {
    CatalogueState now = state.get();
    ObjectName found = find(now, current, name);
    Sequence sequence = found == null ? null : now.sequence(found);
    if (sequence == null) {
      throw missing(now, CurrentSchema.path(current), name);
    }
    return sequence;
  }

  /** Returns the error of a name that no sequence has. */
  public static HeddleException missing(CatalogueState now, List<SchemaName> schemas, String name) {
    List<String> names = new ArrayList<>();
    schemas.forEach(schema -> now.sequences(schema).values().forEach(s -> names.add(s.name())));
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find a sequence: " + NearestNames.missing("sequence", name, names));
  }

  /**
   * Returns the sequence that a text names.
   *
   * @param current the schema of names without one
   * @param text a name, perhaps with its schema and database before it, each perhaps in double
   *     quotes
   * @return null if there is none
   */
  static @Nullable ObjectName find(CatalogueState now, SchemaName current, String text) {
    for (SchemaName schema : CurrentSchema.path(current)) {
      Sequence found = now.sequences(schema).get(key(text));
      if (found != null) {
        return new ObjectName(schema, found.name());
      }
    }
    TableName parts = SqlParser.tableName(text, new Span(0, 0));
    List<String> qualifiers = parts.qualifiers().stream().map(Name::text).toList();
    String name = parts.text();
    for (SchemaName schema : now.schemas()) {
      Sequence found = now.sequences(schema).get(key(name));
      if (found != null && isNamed(qualifiers, schema, current)) {
        return new ObjectName(schema, found.name());
      }
    }
    return null;
  }

  private static boolean isNamed(List<String> qualifiers, SchemaName schema, SchemaName current) {
    return switch (qualifiers.size()) {
      case 0 -> CurrentSchema.path(current).contains(schema);
      case 1 ->
          (schema.name().equalsIgnoreCase(qualifiers.getFirst())
                  && schema.database().equals(current.database()))
              || (schema.database().equalsIgnoreCase(qualifiers.getFirst())
                  && schema.name().equals(SchemaName.MAIN));
      case 2 ->
          schema.database().equalsIgnoreCase(qualifiers.getFirst())
              && schema.name().equalsIgnoreCase(qualifiers.getLast());
      default -> false;
    };
  }

  /** Returns how a text names a sequence wherever it is. */
  static String fullName(ObjectName name) {
    return SqlParser.name(name.schema().database())
        + "."
        + SqlParser.name(name.schema().name())
        + "."
        + SqlParser.name(name.name());
  }
}
