package dev.heddle.io.parquet.read;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** How a column, or a field of one, is put together from parts that are decoded apart. */
sealed interface ColumnAssembly {
  /**
   * Returns the column, with an ownership of its own.
   *
   * @param rows how many rows the parts have
   * @param parts gives the parts by their numbers, lent
   */
  default Column of(int rows, IntFunction<Column> parts) {
    return switch (this) {
      case Part(int part) -> parts.apply(part).retain();
      case Child(int part, List<Integer> path) -> child(parts.apply(part), path).retain();
      case Struct struct -> struct(struct, rows, parts);
    };
  }

  private static Column child(Column part, List<Integer> path) {
    Column column = part;
    for (int place : path) {
      column = column.child(place);
    }
    return column;
  }

  private static Column struct(Struct struct, int rows, IntFunction<Column> parts) {
    Column[] fields =
        Column.makeAll(struct.fields.size(), i -> struct.fields.get(i).of(rows, parts));
    try {
      @Nullable Buffer nulls =
          child(parts.apply(struct.nulls.part), struct.nulls.path).validityBuffer();
      return Column.structs(struct.type, rows, nulls == null ? null : nulls.retain(), fields);
    } catch (Throwable e) {
      Column.releaseAll(fields);
      throw e;
    }
  }

  /** Calls an action for the number of each part that is needed, some of them more than once. */
  default void forEachPart(IntConsumer action) {
    Consumer<ColumnAssembly> inner = assembly -> assembly.forEachPart(action);
    switch (this) {
      case Part(int part) -> action.accept(part);
      case Child child -> action.accept(child.part);
      case Struct struct -> {
        struct.fields.forEach(inner);
        inner.accept(struct.nulls);
      }
    }
  }

  /** Just a part. */
  record Part(int part) implements ColumnAssembly {}

  /**
   * A field of a part whose column is a struct.
   *
   * @param path positions among the fields, from the outermost on
   */
  record Child(int part, List<Integer> path) implements ColumnAssembly {
    public Child {
      path = List.copyOf(path);
    }
  }

  /**
   * A struct whose fields come from several parts.
   *
   * @param nulls a struct that is null where this is
   */
  record Struct(DataType.Struct type, List<ColumnAssembly> fields, Child nulls)
      implements ColumnAssembly {
    public Struct {
      fields = List.copyOf(fields);
    }
  }
}
