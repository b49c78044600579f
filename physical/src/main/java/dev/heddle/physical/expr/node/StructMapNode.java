package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Structs as maps of their fields' names, in order, to their values. */
public final class StructMapNode extends StrictNode {
  private final List<Field> fields;
  private final Node key; // over a column of names
  private final Node[] values; // over a column of each field

  /**
   * Makes the conversion.
   *
   * @param casts what makes names keys, and fields values
   */
  public StructMapNode(Node input, DataType.MapOf type, CastMode mode, NestedCastNode.Parts casts) {
    super(type, List.of(input));
    this.fields = ((DataType.Struct) input.type).fields();
    this.key = casts.of(new ColumnNode(0, DataType.STRING), type.key(), mode);
    this.values = new Node[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = casts.of(new ColumnNode(0, fields.get(i).type()), type.value(), mode);
    }
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column source = operands[0];
    DataType.MapOf map = (DataType.MapOf) type;
    int structs = source.rows();
    int count = Math.multiplyExact(structs, fields.size());
    Column[] parts =
        Column.makeAll(2, i -> i == 0 ? keys(structs, rows) : values(source, structs, rows));
    Column entries = Column.structs(map.entry(), count, null, parts);
    Buffer ranges;
    try {
      ranges = rows.account().allocate(8L * rows.count());
    } catch (Throwable e) {
      entries.release();
      throw e;
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = isRepeated(0) ? 0 : i;
      Memory.putInt(ranges.address() + 8L * i, row * fields.size());
      Memory.putInt(ranges.address() + 8L * i + 4, fields.size());
    }
    return Column.lists(
        type, rows.count(), ranges, validity == null ? null : validity.retain(), entries);
  }

  /** Returns the names as keys, over and over. */
  private Column keys(int structs, EvaluatedRows rows) {
    Column names;
    try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, rows.account())) {
      for (int row = 0; row < structs; row++) {
        for (Field field : fields) {
          builder.appendString(field.name());
        }
      }
      names = builder.build();
    }
    return evaluated(key, names, rows);
  }

  /** Returns the values of each struct one behind the other. */
  private Column values(Column source, int structs, EvaluatedRows rows) {
    DataType element = ((DataType.MapOf) type).value();
    int count = structs * fields.size();
    Column byField;
    try (ColumnAppender all = new ColumnAppender(element, rows.account())) {
      for (int i = 0; i < values.length; i++) {
        Column converted = evaluated(values[i], source.child(i).retain(), rows);
        try {
          all.appendRange(converted, 0, structs);
        } finally {
          converted.release();
        }
      }
      byField = all.build();
    }
    try {
      Buffer places = rows.account().allocate(4L * count);
      try {
        for (int row = 0, at = 0; row < structs; row++) {
          for (int i = 0; i < values.length; i++) {
            Memory.putInt(places.address() + 4L * at++, i * structs + row);
          }
        }
        return Gather.rowsOrNull(byField, places.address(), count, rows.account());
      } finally {
        places.release();
      }
    } finally {
      byField.release();
    }
  }

  /** Evaluates a node over a column, which it takes. */
  private static Column evaluated(Node node, Column column, EvaluatedRows rows) {
    try (EvaluatedRows all = EvaluatedRows.of(ignored -> column, column.rows(), rows.account())) {
      return node.evaluate(all);
    } finally {
      column.release();
    }
  }

  @Override
  public boolean canFail() {
    boolean canFail = super.canFail() || key.canFail();
    for (Node value : values) {
      canFail |= value.canFail();
    }
    return canFail;
  }

  @Override
  public void close() {
    super.close();
    key.close();
    for (Node value : values) {
      value.close();
    }
  }
}
