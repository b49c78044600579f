package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.json.JsonReader;
import dev.heddle.physical.kernel.json.JsonText;
import dev.heddle.physical.kernel.json.JsonTree;
import dev.heddle.physical.kernel.json.JsonTrees;
import dev.heddle.physical.kernel.json.JsonWalk;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What computes the functions of JSON that look at whole values, see {@link RowCallNode}. */
final class JsonFunctions {
  private static final List<String> PARTS =
      List.of("key", "value", "type", "atom", "id", "parent", "fullkey", "path");

  private JsonFunctions() {}

  /** Returns a function that one thread calls. */
  static RowCallNode.Function of(ValueFunction function) {
    return switch (function) {
      case JSON_PRETTY -> row -> tree(row, 0).pretty();
      case JSON_STRUCTURE -> row -> JsonTrees.structure(tree(row, 0)).json();
      case SCHEMA_OF_JSON -> row -> JsonTrees.schema(tree(row, 0));
      case JSON_CONTAINS -> row -> JsonTrees.contains(tree(row, 0), tree(row, 1));
      case JSON_MERGE_PATCH -> JsonFunctions::merged;
      case JSON_EACH -> row -> parts(JsonWalk.each((String) row[0], path(row)));
      case JSON_TREE -> row -> parts(JsonWalk.tree((String) row[0], path(row)));
      case JSON_OF_ENTRIES -> row -> object((List<?>) row[0]);
      case JSON_OBJECT_KEYS ->
          row -> JsonSyntax.isValid((String) row[0]) ? JsonTrees.names(tree(row, 0)) : null;
      case GET_JSON_OBJECT -> {
        JsonReader reader = new JsonReader();
        yield row -> found(reader, (String) row[0], (String) row[1]);
      }
      default -> throw new IllegalStateException("No function of JSON: " + function);
    };
  }

  private static JsonTree tree(@Nullable Object[] row, int index) {
    return JsonTree.of((String) row[index]);
  }

  private static @Nullable String path(@Nullable Object[] row) {
    return row.length < 2
        ? null
        : row[1] instanceof Long position ? "$[" + position + "]" : (String) row[1];
  }

  /** A null value is what the patch is; a null patch makes null. */
  private static @Nullable String merged(@Nullable Object[] row) {
    JsonTree value = null;
    for (int i = 0; i < row.length; i++) {
      JsonTree patch = row[i] == null ? null : tree(row, i);
      value = value == null || patch == null ? patch : JsonTrees.patched(value, patch);
    }
    return value == null ? null : value.json();
  }

  private static List<Map<String, @Nullable Object>> parts(List<List<@Nullable Object>> rows) {
    List<Map<String, @Nullable Object>> parts = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      Map<String, @Nullable Object> part = new LinkedHashMap<>();
      for (int i = 0; i < PARTS.size(); i++) {
        Object value = row.get(i);
        part.put(PARTS.get(i), value instanceof Long number ? BigInteger.valueOf(number) : value);
      }
      parts.add(part);
    }
    return parts;
  }

  /** The entries as an object; their values are JSON without blanks. */
  private static String object(List<?> entries) {
    StringBuilder object = new StringBuilder("{");
    for (Object entry : entries) {
      Iterator<?> parts = ((Map<?, ?>) entry).values().iterator();
      Object name = parts.next();
      Object value = parts.next();
      if (name == null) {
        throw Failures.argument("Cannot make a JSON object with a null name");
      }
      if (object.length() > 1) {
        object.append(',');
      }
      JsonText.putText((String) name, object);
      object.append(':').append(value == null ? "null" : value);
    }
    return object.append('}').toString();
  }

  /** The only value that a path leads to as text, or several as an array. */
  private static @Nullable String found(JsonReader reader, String json, String path) {
    if (!JsonSyntax.isValid(json)) {
      return null;
    }
    if (!path.startsWith("$")) {
      return null;
    }
    List<String> found = reader.extractAll(json, path);
    if (found.isEmpty()) {
      return null;
    }
    return found.size() == 1
        ? reader.extractText(found.getFirst(), null)
        : "[" + String.join(",", found) + "]";
  }
}
