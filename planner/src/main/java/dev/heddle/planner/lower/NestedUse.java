package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of a value is used: all of it, some fields, something of its elements (of a map, its
 * values), or only whether and how much there is. Grows while a plan is looked at.
 */
final class NestedUse {
  private boolean isWhole;
  private final Map<String, NestedUse> fields = new LinkedHashMap<>();
  private @Nullable NestedUse element;

  private NestedUse() {}

  static NestedUse whole() {
    NestedUse use = new NestedUse();
    use.isWhole = true;
    return use;
  }

  /** Whether there is a value, and how many elements it has. */
  static NestedUse presence() {
    return new NestedUse();
  }

  static NestedUse ofField(String name, NestedUse use) {
    NestedUse struct = new NestedUse();
    struct.fields.put(name, use);
    return struct;
  }

  static NestedUse ofElement(NestedUse use) {
    NestedUse list = new NestedUse();
    list.element = use;
    return list;
  }

  /** Returns the use of an entry of a map as one of the map. */
  static NestedUse ofEntry(NestedUse entry) {
    NestedUse value = entry.fields.get(DataType.MapOf.VALUE);
    return entry.isWhole ? whole() : ofElement(value == null ? presence() : value);
  }

  /** Adds what another use needs. */
  void add(NestedUse other) {
    isWhole |= other.isWhole;
    other.fields.forEach(
        (name, use) -> fields.computeIfAbsent(name, ignored -> presence()).add(use));
    if (other.element != null) {
      if (element == null) {
        element = presence();
      }
      element.add(other.element);
    }
  }

  /** Returns a type with only the fields that are used, or one field if none is. */
  DataType of(DataType type) {
    if (isWhole) {
      return type;
    }
    return switch (type) {
      case DataType.Struct(List<Field> all) -> {
        List<Field> kept = new ArrayList<>();
        for (Field field : all) {
          NestedUse use = fields.get(field.name());
          if (use != null) {
            kept.add(field.withType(use.of(field.type())));
          }
        }
        if (kept.isEmpty()) {
          Field first = cheapest(all);
          kept.add(first.withType(presence().of(first.type())));
        }
        yield new DataType.Struct(kept);
      }
      case DataType.ListOf(DataType elements) ->
          new DataType.ListOf((element == null ? presence() : element).of(elements));
      case DataType.MapOf(DataType key, DataType value) ->
          new DataType.MapOf(key, (element == null ? presence() : element).of(value));
      case DataType other -> other;
    };
  }

  private static Field cheapest(List<Field> fields) {
    for (Field field : fields) {
      boolean isNarrow =
          !field.type().isNested()
              && !(field.type() instanceof DataType.Str)
              && !(field.type() instanceof DataType.Binary);
      if (isNarrow) {
        return field;
      }
    }
    return fields.getFirst();
  }
}
