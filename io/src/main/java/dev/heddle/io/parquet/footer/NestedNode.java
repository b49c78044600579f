package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a value of a nested column is found in the levels of its leaves. Immutable.
 *
 * <p>A node has one value for each <em>slot</em>: for each row, or, within a list, for each element
 * of the innermost list around it. A leaf's entry belongs to a slot if its definition level is at
 * least {@link #slotDefinition}; it starts one if its repetition level is at most {@link
 * #slotRepetition}. The slot's value is not null if the definition level is at least {@link
 * #definition}.
 */
public sealed interface NestedNode {
  /** Returns the type of the values. */
  DataType type();

  /** Returns the definition level from which on there is a slot. */
  int slotDefinition();

  /** Returns the repetition level of the innermost list around, 0 if there is none. */
  int slotRepetition();

  /** Returns the definition level from which on the value is not null. */
  int definition();

  /** Returns whether a slot that its container fills may be null. */
  boolean isOptional();

  /** Returns the leaves, from first to last. */
  default List<ParquetColumn> leaves() {
    List<ParquetColumn> leaves = new ArrayList<>();
    addLeaves(leaves);
    return leaves;
  }

  /** Returns the field of structs at a path of names; null if there is none. */
  default @Nullable NestedNode at(List<String> path) {
    NestedNode node = this;
    for (String name : path) {
      int place = node instanceof Structs structs ? structs.type.names().indexOf(name) : -1;
      if (place < 0) {
        return null;
      }
      node = ((Structs) node).fields.get(place);
    }
    return node;
  }

  private void addLeaves(List<ParquetColumn> leaves) {
    switch (this) {
      case Leaf leaf -> leaves.add(leaf.column);
      case Lists lists -> lists.element.addLeaves(leaves);
      case Structs structs -> structs.fields.forEach(field -> field.addLeaves(leaves));
    }
  }

  /**
   * Returns this node with some fields of structs left out.
   *
   * @param type this node's type without these fields, at any depth
   */
  default NestedNode pruned(DataType type) {
    if (type().equals(type)) {
      return this;
    }
    return switch (this) {
      case Leaf leaf -> leaf;
      case Lists lists -> {
        DataType elementType =
            switch (type) {
              case DataType.ListOf(DataType element) -> element;
              case DataType.MapOf map -> map.entry();
              case DataType other -> throw noPart(other);
            };
        yield new Lists(
            type,
            lists.element.pruned(elementType),
            lists.slotDefinition,
            lists.slotRepetition,
            lists.definition,
            lists.isOptional);
      }
      case Structs structs -> {
        if (!(type instanceof DataType.Struct wanted)) {
          throw noPart(type);
        }
        List<NestedNode> kept = new ArrayList<>();
        for (Field field : wanted.fields()) {
          kept.add(structs.fields.get(structs.type.indexOf(field.name())).pruned(field.type()));
        }
        yield new Structs(
            wanted,
            kept,
            structs.slotDefinition,
            structs.slotRepetition,
            structs.definition,
            structs.isOptional);
      }
    };
  }

  private IllegalStateException noPart(DataType type) {
    return new IllegalStateException("No part of " + type().sqlName() + " is " + type.sqlName());
  }

  /**
   * A flat value.
   *
   * @param column where it is stored
   */
  record Leaf(ParquetColumn column, int slotDefinition, int slotRepetition, boolean isOptional)
      implements NestedNode {
    @Override
    public DataType type() {
      return column.type();
    }

    @Override
    public int definition() {
      return column.maxDefinition();
    }
  }

  /**
   * A list or a map. Its elements' slots have the next repetition level and the next definition
   * level.
   *
   * @param element an element, or a struct of a key and a value
   */
  record Lists(
      DataType type,
      NestedNode element,
      int slotDefinition,
      int slotRepetition,
      int definition,
      boolean isOptional)
      implements NestedNode {}

  /**
   * A struct.
   *
   * @param fields in the order of the type
   */
  record Structs(
      DataType.Struct type,
      List<NestedNode> fields,
      int slotDefinition,
      int slotRepetition,
      int definition,
      boolean isOptional)
      implements NestedNode {
    public Structs {
      fields = List.copyOf(fields);
    }
  }
}
