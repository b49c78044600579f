package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.ListOrders;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversion of lists, maps and structs part by part. Fields are found by name, those of rows
 * without names by position; one that the value does not have becomes null.
 */
public final class NestedCastNode extends StrictNode {
  private final @Nullable Node[] parts; // of the element, or of each target field
  private final int[] sources; // for each target field the source's, -1 if there is none

  /** Makes the conversion of a part, over column 0. */
  public interface Parts {
    Node of(Node input, DataType type, CastMode mode);
  }

  public NestedCastNode(Node input, DataType type, CastMode mode, Parts casts) {
    super(type, List.of(input));
    if (type instanceof DataType.Struct(List<Field> fields)) {
      DataType.Struct to = (DataType.Struct) type;
      DataType.Struct from = (DataType.Struct) input.type;
      parts = new Node[fields.size()];
      sources = new int[fields.size()];
      for (int i = 0; i < parts.length; i++) {
        Field field = fields.get(i);
        sources[i] = TypeCoercion.fieldFor(from, to, i);
        if (sources[i] >= 0) {
          DataType own = from.fields().get(sources[i]).type();
          parts[i] = casts.of(new ColumnNode(0, own), field.type(), mode);
        }
      }
    } else {
      sources = new int[0];
      parts = new Node[] {casts.of(new ColumnNode(0, element(input.type)), element(type), mode)};
    }
  }

  private static DataType element(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> element;
      case DataType.MapOf map -> map.entry();
      case DataType other -> throw new IllegalStateException("No list: " + other.sqlName());
    };
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    return type instanceof DataType.Struct(List<Field> fields)
        ? structs(operands[0], fields, rows, validity)
        : lists(operands[0], rows, validity);
  }

  /** Converts the elements that are in use only: others may not be convertible. */
  private Column lists(Column source, EvaluatedRows rows, @Nullable Buffer validity) {
    ListRows lists = new ListRows(source, isRepeated(0), address(validity), rows.count());
    Column used =
        ListNode.reordered(lists, source.type(), source.child(0), rows, validity, ListOrders::keep);
    try {
      Column elements = used.child(0);
      try (EvaluatedRows all =
          EvaluatedRows.of(ignored -> elements, elements.rows(), rows.account())) {
        Column converted = parts[0].evaluate(all);
        Buffer kept = validity == null ? null : validity.retain();
        return Column.lists(type, rows.count(), used.valuesBuffer().retain(), kept, converted);
      }
    } finally {
      used.release();
    }
  }

  private Column structs(
      Column source, List<Field> fields, EvaluatedRows rows, @Nullable Buffer validity) {
    Column[] columns =
        Column.makeAll(
            parts.length,
            i -> {
              Node part = parts[i];
              return part == null
                  ? ConstantColumns.nulls(fields.get(i).type(), rows.count(), rows.account())
                  : field(source, sources[i], part, rows);
            });
    Buffer kept = validity == null ? null : validity.retain();
    return Column.structs(type, rows.count(), kept, columns);
  }

  private static Column field(Column source, int index, Node part, EvaluatedRows rows) {
    Column field = FieldNode.of(source, index, rows);
    try (EvaluatedRows all = EvaluatedRows.of(ignored -> field, rows.count(), rows.account())) {
      return part.evaluate(all);
    } finally {
      field.release();
    }
  }

  @Override
  public boolean canFail() {
    boolean canFail = super.canFail();
    for (Node part : parts) {
      canFail |= part != null && part.canFail();
    }
    return canFail;
  }

  @Override
  public void close() {
    super.close();
    for (Node part : parts) {
      if (part != null) {
        part.close();
      }
    }
  }
}
