package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts columns to wider types at any depth: fields of structs by name, null where the column
 * lacks one; elements of lists, keys and values of maps. What needs no conversion is shared.
 */
final class WiderColumns {
  private WiderColumns() {}

  /**
   * Returns the column in the wider type, with an ownership of its own.
   *
   * @param source stays the caller's
   * @param to a type that the source's {@linkplain TypeWidening converts} to, or a part of it
   * @param rows how many of its rows count
   * @param selection where int32 positions of the rows that are wanted start, or 0 for all
   * @param count how many rows are wanted; of flat columns only these can fail
   * @param name of the column, for messages
   */
  static Column convert(
      Column source,
      DataType to,
      int rows,
      long selection,
      int count,
      String name,
      MemoryAccount account) {
    if (source.type().equals(to)) {
      return source.retain();
    }
    if (source.type() instanceof DataType.Null) {
      return ConstantColumns.nulls(to, rows, account);
    }
    if (to instanceof DataType.Enumeration labelled) {
      return LabelColumns.convert(source, labelled, rows, name, account);
    }
    if (!to.isNested()) {
      Widening way = Widening.of(source.type(), to);
      return ColumnConversion.convert(source, way, rows, selection, count, name, account);
    }
    Column plain = Gather.decode(source, account);
    try {
      return to instanceof DataType.Struct struct
          ? structs(plain, struct, rows, name, account)
          : lists(plain, to, rows, name, account);
    } finally {
      plain.release();
    }
  }

  private static Column structs(
      Column source, DataType.Struct to, int rows, String name, MemoryAccount account) {
    List<String> stored = ((DataType.Struct) source.type()).names();
    Column[] fields =
        Column.makeAll(
            to.fields().size(),
            i -> {
              Field field = to.fields().get(i);
              int place = stored.indexOf(field.name());
              if (place < 0) {
                return ConstantColumns.nulls(field.type(), rows, account);
              }
              String path = name + "." + field.name();
              return convert(source.child(place), field.type(), rows, 0, rows, path, account);
            });
    return Column.structs(to, rows, validity(source), fields);
  }

  private static Column lists(
      Column source, DataType to, int rows, String name, MemoryAccount account) {
    DataType elements =
        switch (to) {
          case DataType.ListOf(DataType element) -> element;
          case DataType.MapOf map -> map.entry();
          case DataType other ->
              throw new IllegalStateException("Nothing widens to " + other.sqlName());
        };
    Column child = source.child(0);
    Column converted = convert(child, elements, child.rows(), 0, child.rows(), name, account);
    return Column.lists(to, rows, source.valuesBuffer().retain(), validity(source), converted);
  }

  private static @Nullable Buffer validity(Column source) {
    Buffer validity = source.validityBuffer();
    return validity == null ? null : validity.retain();
  }
}
