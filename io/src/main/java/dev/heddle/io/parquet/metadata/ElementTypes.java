package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.parquet.footer.RawFooter;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/**
 * The types that the elements of a schema are read as, as DuckDB writes them. What is repeated in a
 * list or a map has the type of the whole. Used once.
 */
final class ElementTypes {
  private static final int MAX_DEPTH = 100;

  private final List<SchemaElement> elements;
  private final @Nullable String[] types;
  private int next;

  private ElementTypes(List<SchemaElement> elements) {
    this.elements = elements;
    this.types = new String[elements.size()];
  }

  /** Returns the types of the elements of a schema, null where there is none. */
  static @Nullable String[] of(List<SchemaElement> elements) {
    ElementTypes all = new ElementTypes(elements);
    all.type(0);
    if (!elements.isEmpty()) {
      all.types[0] = null; // the schema itself
    }
    return all.types;
  }

  private @Nullable String type(int depth) {
    if (next >= elements.size() || depth > MAX_DEPTH) {
      return null;
    }
    int position = next++;
    SchemaElement element = elements.get(position);
    List<@Nullable String> children = new ArrayList<>();
    int first = next;
    for (int i = 0; i < element.num_children; i++) {
      children.add(type(depth + 1));
    }
    String type =
        element.isSetType()
            ? RawFooter.type(element).map(ElementTypes::name).orElse(null)
            : group(element, first, children);
    boolean isRepeated = element.repetition_type == FieldRepetitionType.REPEATED;
    types[position] = isRepeated && type != null ? type + "[]" : type;
    return types[position];
  }

  private @Nullable String group(SchemaElement group, int first, List<@Nullable String> children) {
    boolean isList = group.converted_type == ConvertedType.LIST || isLogicalList(group);
    boolean isMap =
        group.converted_type == ConvertedType.MAP
            || group.converted_type == ConvertedType.MAP_KEY_VALUE
            || (group.logicalType != null && group.logicalType.isSetMAP());
    if ((isList || isMap) && children.size() == 1 && elements.get(first).num_children > 0) {
      int inner = elements.get(first).num_children;
      String only = types[first + 1];
      if (isMap && inner == 2) {
        int value = elements.size() > first + 2 ? after(first + 1) : first;
        types[first] = "MAP(" + only + ", " + types[value] + ")";
      } else if (isList && inner == 1) {
        types[first] = only + "[]";
      }
      return types[first];
    }
    if (isList && children.size() == 1) {
      return children.getFirst(); // a repeated leaf
    }
    return struct(first, children);
  }

  private static boolean isLogicalList(SchemaElement group) {
    return group.logicalType != null && group.logicalType.isSetLIST();
  }

  /** Returns the position behind an element and what is below it. */
  private int after(int position) {
    int at = position + 1;
    for (int i = 0; i < elements.get(position).num_children && at < elements.size(); i++) {
      at = after(at);
    }
    return Math.min(at, elements.size() - 1);
  }

  private @Nullable String struct(int first, List<@Nullable String> children) {
    StringBuilder text = new StringBuilder("STRUCT(");
    int at = first;
    for (int i = 0; i < children.size() && at < elements.size(); i++) {
      String name = elements.get(at).name;
      boolean isPlain = name.matches("[A-Za-z_][A-Za-z0-9_]*");
      text.append(i == 0 ? "" : ", ");
      text.append(isPlain ? name : "\"" + name.replace("\"", "\"\"") + "\"");
      text.append(' ').append(children.get(i));
      at = after(at);
    }
    return children.isEmpty() ? null : text.append(')').toString();
  }

  private static String name(DataType type) {
    return switch (type) {
      case DataType.Binary _ -> "BLOB";
      case DataType.Float32 _ -> "FLOAT";
      case DataType.Decimal(int precision, int scale) -> "DECIMAL(" + precision + "," + scale + ")";
      case DataType.Timestamp(TimestampUnit unit, boolean withZone)
          when unit == TimestampUnit.NANOS && !withZone ->
          "TIMESTAMP_NS";
      default -> type.sqlName();
    };
  }
}
