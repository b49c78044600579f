package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.list.ListMoments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What computes the functions of lists, maps and structs that are computed value by value. */
public final class NestedFunctions {
  private static final int MAX_ELEMENTS = 1 << 24; // of one list

  private NestedFunctions() {}

  static RowCallNode.Function of(ValueFunction function, List<DataType> types, DataType result) {
    return switch (function) {
      case LIST_RESIZE ->
          row ->
              row[0] == null
                  ? null
                  : resized((List<?>) row[0], (Long) row[1], row.length > 2 ? row[2] : null);
      case ARRAY_INSERT ->
          row ->
              row[0] == null || row[1] == null
                  ? null
                  : withInserted((List<?>) row[0], (Long) row[1], row[2]);
      case LIST_TOP_K -> row -> topOf((List<?>) row[0], (Long) row[1]);
      case LIST_KURTOSIS_POP -> row -> ListMoments.populationKurtosis((List<?>) row[0]);
      case MAP_FROM_ENTRIES -> {
        DataType.Struct entry = (DataType.Struct) ((DataType.ListOf) types.getFirst()).element();
        yield row -> ofEntries((List<?>) row[0], names(entry));
      }
      case MAP_CONCAT -> NestedFunctions::joined;
      case STRUCT_KEYS -> {
        List<String> names = names((DataType.Struct) types.getFirst());
        yield row -> names;
      }
      case STRUCT_VALUES -> {
        List<String> from = names((DataType.Struct) types.getFirst());
        List<String> to = names((DataType.Struct) result);
        yield row -> renamed((Map<?, ?>) row[0], from, to);
      }
      case STRUCT_CONCAT, STRUCT_MERGE ->
          row -> {
            Map<Object, @Nullable Object> fields = new LinkedHashMap<>();
            for (int i = 0; i < row.length; i++) {
              Map<?, ?> struct = row[i] == null ? Map.of() : (Map<?, ?>) row[i];
              names((DataType.Struct) types.get(i))
                  .forEach(name -> fields.put(name, struct.get(name)));
            }
            return fields;
          };
      case STRUCT_DROP -> {
        List<String> kept = names((DataType.Struct) result);
        yield row -> renamed((Map<?, ?>) row[0], kept, kept);
      }
      case STRUCT_RENAME -> {
        List<String> from = names((DataType.Struct) types.getFirst());
        List<String> to = names((DataType.Struct) result);
        yield row -> renamed((Map<?, ?>) row[0], from, to);
      }
      case STRUCT_EXTRACT_AT -> {
        List<String> names = names((DataType.Struct) types.getFirst());
        yield row -> ((Map<?, ?>) row[0]).get(names.get(((Number) row[1]).intValue() - 1));
      }
      case STRUCT_POSITION -> {
        List<String> names = names((DataType.Struct) types.getFirst());
        yield row -> row[0] == null ? null : position((Map<?, ?>) row[0], names, row[1]);
      }
      case STRUCT_CONTAINS -> row -> ((Map<?, ?>) row[0]).containsValue(row[1]);
      default -> throw new IllegalStateException("No function of nested values: " + function);
    };
  }

  private static List<String> names(DataType.Struct struct) {
    return struct.fields().stream().map(Field::name).toList();
  }

  private static List<@Nullable Object> resized(
      List<?> list, @Nullable Long length, @Nullable Object value) {
    long wanted = length == null ? 0 : length;
    if (wanted < 0 || wanted > MAX_ELEMENTS) {
      throw Failures.argument(
          "Cannot make a list of " + wanted + " elements: it has 0 to " + MAX_ELEMENTS);
    }
    int size = (int) wanted;
    List<@Nullable Object> all = new ArrayList<>(list.subList(0, Math.min(size, list.size())));
    all.addAll(Collections.nCopies(size - all.size(), value));
    return all;
  }

  private static List<@Nullable Object> withInserted(
      List<?> list, long position, @Nullable Object value) {
    long place = position > 0 ? position - 1 : list.size() + position + 1;
    if (position == 0 || Math.abs(position) > MAX_ELEMENTS) {
      throw Failures.argument(
          "Cannot insert at position "
              + position
              + ": it is 1 to "
              + MAX_ELEMENTS
              + ", or negative");
    }
    List<@Nullable Object> all = new ArrayList<>(list);
    if (place < 0) {
      all.addAll(0, Collections.nCopies((int) -place, null));
      place = 0;
    }
    while (all.size() < place) {
      all.add(null);
    }
    all.add((int) place, value);
    return all;
  }

  /** Returns the most frequent elements that are not null; null if there is none. */
  private static @Nullable List<Object> topOf(List<?> list, long count) {
    Map<Object, Long> counts = new LinkedHashMap<>();
    for (Object element : list) {
      if (element != null) {
        counts.merge(element, 1L, Long::sum);
      }
    }
    if (counts.isEmpty()) {
      return null;
    }
    List<Map.Entry<Object, Long>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(Map.Entry.<Object, Long>comparingByValue().reversed());
    return entries.stream().limit(Math.max(0, count)).map(Map.Entry::getKey).toList();
  }

  private static Map<Object, @Nullable Object> ofEntries(List<?> entries, List<String> names) {
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (Object entry : entries) {
      Object key = entry == null ? null : ((Map<?, ?>) entry).get(names.get(0));
      if (key == null) {
        throw Failures.argument("Cannot make a map of entries: a key is null");
      }
      if (map.containsKey(key)) {
        throw Failures.argument("Cannot make a map of entries: the key " + key + " is there twice");
      }
      map.put(key, ((Map<?, ?>) Objects.requireNonNull(entry)).get(names.get(1)));
    }
    return map;
  }

  private static @Nullable Map<Object, @Nullable Object> joined(@Nullable Object[] maps) {
    Map<Object, @Nullable Object> all = new LinkedHashMap<>();
    boolean isNull = true;
    for (Object map : maps) {
      if (map != null) {
        isNull = false;
        all.putAll((Map<?, ?>) map);
      }
    }
    return isNull ? null : all;
  }

  private static Map<Object, @Nullable Object> renamed(
      Map<?, ?> struct, List<String> from, List<String> to) {
    Map<Object, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 0; i < from.size(); i++) {
      row.put(to.get(i), struct.get(from.get(i)));
    }
    return row;
  }

  private static @Nullable Long position(
      Map<?, ?> row, List<String> names, @Nullable Object value) {
    for (int i = 0; i < names.size(); i++) {
      if (Objects.equals(row.get(names.get(i)), value)) {
        return i + 1L;
      }
    }
    return null;
  }

  /**
   * Zips lists up to the end of the longest one, or of the shortest if the last argument is true.
   */
  public static RowCallNode.Function zipped(DataType type) {
    List<String> names = ((DataType.Struct) ((DataType.ListOf) type).element()).names();
    return row -> {
      boolean isCut = Boolean.TRUE.equals(row[row.length - 1]);
      int length = isCut ? Integer.MAX_VALUE : 0;
      for (int i = 0; i < names.size(); i++) {
        int size = row[i] == null ? 0 : ((List<?>) row[i]).size();
        length = isCut ? Math.min(length, size) : Math.max(length, size);
      }
      List<Map<String, @Nullable Object>> zipped = new ArrayList<>();
      for (int at = 0; at < length; at++) {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
          List<?> list = row[i] == null ? List.of() : (List<?>) row[i];
          struct.put(names.get(i), at < list.size() ? list.get(at) : null);
        }
        zipped.add(struct);
      }
      return zipped;
    };
  }
}
