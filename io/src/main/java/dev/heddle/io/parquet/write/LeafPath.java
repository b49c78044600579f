package dev.heddle.io.parquet.write;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The way from a column of a batch to one of the leaves that a file has for it.
 *
 * @param column number of the column
 * @param steps the steps between, outermost first
 * @param type of the leaf
 */
record LeafPath(int column, List<Step> steps, DataType type) {
  LeafPath {
    steps = List.copyOf(steps);
  }

  /** What a value goes through on its way to a leaf. */
  sealed interface Step {
    /** The value may be null. */
    record Nullable() implements Step {}

    /** The value is not null; {@code name} is whose. */
    record Present(String name, boolean isKey) implements Step {}

    /** The value is a list or a map; on to its elements. */
    record ListElements() implements Step {}

    /** The value is a struct; on to a field. */
    record Part(int index) implements Step {}
  }

  /** Returns the leaves of a file in its order. */
  static List<LeafPath> of(Schema schema) {
    List<LeafPath> leaves = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      collect(i, schema.field(i), false, List.of(), leaves);
    }
    return leaves;
  }

  private static void collect(
      int column, Field field, boolean isKey, List<Step> before, List<LeafPath> leaves) {
    boolean isNullable = field.nullable() || field.type() instanceof DataType.Null;
    List<Step> steps =
        with(before, isNullable ? new Step.Nullable() : new Step.Present(field.name(), isKey));
    switch (field.type()) {
      case DataType.ListOf(DataType element) ->
          collect(
              column,
              Field.of(WrittenTypes.ELEMENT, element),
              false,
              with(steps, new Step.ListElements()),
              leaves);
      case DataType.MapOf map -> {
        List<Step> entries = with(steps, new Step.ListElements());
        Field key = new Field(DataType.MapOf.KEY, map.key(), false);
        collect(column, key, true, with(entries, new Step.Part(0)), leaves);
        Field value = Field.of(DataType.MapOf.VALUE, map.value());
        collect(column, value, false, with(entries, new Step.Part(1)), leaves);
      }
      case DataType.Struct(List<Field> fields) -> {
        for (int i = 0; i < fields.size(); i++) {
          collect(column, fields.get(i), false, with(steps, new Step.Part(i)), leaves);
        }
      }
      case DataType type -> leaves.add(new LeafPath(column, steps, type));
    }
  }

  private static List<Step> with(List<Step> steps, Step next) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(next);
    return longer;
  }
}
