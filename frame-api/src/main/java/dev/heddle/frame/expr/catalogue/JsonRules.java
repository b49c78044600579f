package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TypeText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of functions over JSON. */
final class JsonRules {
  private JsonRules() {}

  /** A list of the parts of a value, each with its place. */
  static final DataType PARTS =
      new DataType.ListOf(
          new DataType.Struct(
              List.of(
                  Field.of("key", DataType.STRING),
                  Field.of("value", DataType.JSON),
                  Field.of("type", DataType.STRING),
                  Field.of("atom", DataType.JSON),
                  Field.of("id", DataType.UINT64),
                  Field.of("parent", DataType.UINT64),
                  Field.of("fullkey", DataType.STRING),
                  Field.of("path", DataType.STRING))));

  /** JSON and a literal structure, in JSON or as a type, which is that of the result. */
  static @Nullable Signature transformed(List<Argument> arguments) {
    DataType json = ParameterType.JSON.accept(arguments.get(0).type());
    String structure = arguments.get(1).text();
    if (json == null || structure == null) {
      return null;
    }
    boolean isJson = structure.strip().matches("(?s)[\\[{\"].*");
    DataType type = isJson ? TypeText.ofStructure(structure) : TypeText.parse(structure);
    if (!TypeCoercion.canCast(json, type)) {
      throw new AnalysisException("there is no cast from JSON to " + type.sqlName());
    }
    return new Signature(List.of(json, DataType.STRING), type);
  }

  /** A list of structs of a name and a value as JSON. */
  static @Nullable Signature entries(List<DataType> types) {
    return types.getFirst() instanceof DataType.ListOf(DataType.Struct entry)
            && entry.fields().size() == 2
        ? new Signature(types, DataType.JSON)
        : null;
  }

  /**
   * Returns a rule of JSON, and maybe a place in it: a path, a position, or several paths, of which
   * there is a list of results, as there is of a literal path that leads to several values.
   */
  static TypeRule of(DataType result) {
    return new TypeRule() {
      @Override
      public @Nullable Signature apply(List<DataType> types) {
        return at(types, result);
      }

      @Override
      public @Nullable Signature apply(List<DataType> types, List<Argument> arguments) {
        String path = arguments.size() < 2 ? null : arguments.get(1).text();
        return at(
            types, path != null && leadsToSeveral(path) ? new DataType.ListOf(result) : result);
      }
    };
  }

  /** Returns a rule of JSON, and maybe a path or position in it, with a fixed result. */
  static TypeRule ofOne(DataType result) {
    return types ->
        types.size() > 1 && types.get(1) instanceof DataType.ListOf ? null : at(types, result);
  }

  /** Returns whether a path that starts at the root has a star or two dots outside of quotes. */
  private static boolean leadsToSeveral(String path) {
    boolean isQuoted = false;
    for (int i = 0; path.startsWith("$") && i < path.length(); i++) {
      char sign = path.charAt(i);
      if (isQuoted) {
        i += sign == '\\' ? 1 : 0;
        isQuoted = sign != '"';
      } else if (path.startsWith("..", i) || path.startsWith(".**", i)) {
        return true;
      } else if (path.startsWith(".*", i) || path.startsWith("[*]", i)) {
        int end = i + (sign == '.' ? 2 : 3);
        if (end == path.length() || path.charAt(end) == '.' || path.charAt(end) == '[') {
          return true;
        }
      } else {
        isQuoted = path.startsWith(".\"", i);
        i += isQuoted ? 1 : 0;
      }
    }
    return false;
  }

  private static @Nullable Signature at(List<DataType> types, DataType result) {
    DataType json = ParameterType.JSON.accept(types.get(0));
    if (json == null) {
      return null;
    }
    if (types.size() == 1) {
      return new Signature(List.of(json), result);
    }
    if (types.get(1) instanceof DataType.ListOf(DataType place)
        && ParameterType.TEXT.accept(place) != null) {
      return new Signature(List.of(json, TypeRules.STRINGS), new DataType.ListOf(result));
    }
    DataType position = ParameterType.WHOLE.accept(types.get(1));
    DataType path =
        types.get(1) instanceof DataType.Null || position == null
            ? ParameterType.TEXT.accept(types.get(1))
            : position;
    return path == null ? null : new Signature(List.of(json, path), result);
  }

  /** {@code to_json}: any value that has a form in JSON. */
  static @Nullable Signature written(List<DataType> types) {
    return TypeCoercion.canBeJson(types.get(0)) ? new Signature(types, DataType.JSON) : null;
  }
}
