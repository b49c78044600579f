package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of functions over JSON. */
final class JsonRules {
  private JsonRules() {}

  /** A value that a path leads to; the list of all where the path is a literal with stars. */
  static @Nullable Signature extract(List<Argument> arguments) {
    return found(arguments, DataType.JSON);
  }

  /** As {@link #extract}, as text. */
  static @Nullable Signature extractText(List<Argument> arguments) {
    return found(arguments, DataType.STRING);
  }

  private static @Nullable Signature found(List<Argument> arguments, DataType single) {
    String path = arguments.get(1).text();
    DataType result = path != null && hasStar(path) ? new DataType.ListOf(single) : single;
    return at(arguments.stream().map(Argument::type).toList(), result);
  }

  /** Returns whether a path that starts at the root has a star that is no part of a quoted name. */
  private static boolean hasStar(String path) {
    boolean isQuoted = false;
    for (int i = 0; path.startsWith("$") && i < path.length(); i++) {
      isQuoted ^= path.charAt(i) == '"';
      if (path.charAt(i) == '*' && !isQuoted) {
        return true;
      }
    }
    return false;
  }

  /** Returns a rule of JSON, and maybe a path or position in it, with a fixed result. */
  static TypeRule of(DataType result) {
    return types -> at(types, result);
  }

  private static @Nullable Signature at(List<DataType> types, DataType result) {
    DataType json = ParameterType.JSON.accept(types.get(0));
    if (json == null) {
      return null;
    }
    if (types.size() == 1) {
      return new Signature(List.of(json), result);
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
