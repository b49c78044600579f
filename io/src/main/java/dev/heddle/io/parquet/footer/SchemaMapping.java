package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.UniqueNames;
import dev.heddle.io.parquet.codec.CorruptDataException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;

/**
 * Turns the schema of a footer into columns. Columns and fields of structs that cannot be read are
 * left out, and the reason is recorded.
 *
 * <p>Groups become lists, maps and structs by the rules of the format, those for old writers
 * included: repeated fields without an annotation are lists of what is repeated; a repeated group
 * within a list is the element itself if it has several fields, a repeated one, or a name that old
 * writers gave to elements; otherwise its only field is. Maps without values are lists of keys.
 * Annotations that a group's fields do not fit do not count: it is a struct. Columns, or fields of
 * a struct, that have no name or one that repeats get names as {@link UniqueNames} specifies.
 */
final class SchemaMapping {
  private static final int MAX_DEPTH = 100;

  private final List<SchemaElement> elements;
  private final List<ParquetColumn> columns = new ArrayList<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();
  private final Map<String, String> incomplete = new LinkedHashMap<>();
  private final IntFunction<Optional<String>> obstacles;
  private String column = "";
  private int next;
  private int leaves;

  /** An element of the schema with what is below it. */
  private record Tree(SchemaElement element, int leaf, List<Tree> children) {
    boolean isGroup() {
      return !element.isSetType() || !children.isEmpty();
    }

    boolean isRepeated() {
      return element.repetition_type == FieldRepetitionType.REPEATED;
    }

    boolean isOptional() {
      return element.repetition_type == FieldRepetitionType.OPTIONAL;
    }

    String name() {
      return element.name;
    }
  }

  /**
   * A place in the schema.
   *
   * @param path the names down to it
   * @param definition the definition level of what is around it
   * @param slotDefinition the definition level of the innermost repeated field around it
   * @param repetition how many repeated fields are around it
   */
  private record Place(String path, int definition, int slotDefinition, int repetition) {
    Place within(Tree tree) {
      return new Place(path + "." + tree.name(), definition, slotDefinition, repetition);
    }

    Place present(Tree tree) {
      int level = definition + (tree.isOptional() ? 1 : 0);
      return new Place(path, level, slotDefinition, repetition);
    }

    Place repeated() {
      return new Place(path, definition + 1, definition + 1, repetition + 1);
    }
  }

  /**
   * Reads the elements of a footer.
   *
   * @param obstacles why a leaf cannot be read, whatever its type
   * @throws CorruptDataException if they are no tree
   */
  SchemaMapping(List<SchemaElement> elements, IntFunction<Optional<String>> obstacles) {
    this.elements = elements;
    this.obstacles = obstacles;
    SchemaElement root = take();
    List<Tree> trees = new ArrayList<>();
    for (int i = 0; i < root.num_children; i++) {
      trees.add(tree(0));
    }
    List<String> unique = UniqueNames.ofFile(trees.stream().map(Tree::name).toList());
    for (int i = 0; i < trees.size(); i++) {
      topLevel(trees.get(i), unique.get(i));
    }
    if (next != elements.size()) {
      throw new CorruptDataException("the schema has elements outside of its tree");
    }
  }

  /** Returns the columns that can be read, in order. */
  List<ParquetColumn> columns() {
    return columns;
  }

  /** Returns why other columns cannot be read. */
  Map<String, String> unsupported() {
    return unsupported;
  }

  /** Returns why fields within columns that can be read cannot, by the column's name. */
  Map<String, String> incomplete() {
    return incomplete;
  }

  /** Returns how many leaf columns each row group has. */
  int leaves() {
    return leaves;
  }

  private SchemaElement take() {
    if (next >= elements.size()) {
      throw new CorruptDataException("the schema names more children than it has");
    }
    return elements.get(next++);
  }

  private Tree tree(int depth) {
    if (depth > MAX_DEPTH) {
      throw new CorruptDataException("the schema is nested more than " + MAX_DEPTH + " deep");
    }
    SchemaElement element = take();
    if (element.name == null) {
      throw new CorruptDataException("the schema has an element without a name");
    }
    int leaf = leaves;
    List<Tree> children = new ArrayList<>();
    if (element.isSetNum_children()) {
      for (int i = 0; i < element.num_children; i++) {
        children.add(tree(depth + 1));
      }
    }
    if (children.isEmpty() && element.isSetType()) {
      leaves++;
    }
    return new Tree(element, leaf, children);
  }

  private void topLevel(Tree tree, String name) {
    column = name;
    try {
      NestedNode node = node(tree, new Place(name, 0, 0, 0));
      if (node instanceof NestedNode.Leaf leaf) {
        columns.add(leaf.column());
        return;
      }
      ParquetColumn first = node.leaves().getFirst();
      columns.add(
          new ParquetColumn(
              name,
              first.leaf(),
              first.physical(),
              first.byteWidth(),
              node.type(),
              first.maxDefinition(),
              first.maxRepetition(),
              first.conversion(),
              ParquetColumn.BoundOrder.NONE,
              node));
    } catch (UnreadableTypeException e) {
      unsupported.put(name, e.getMessage());
      incomplete.remove(name);
    }
  }

  /** Returns the value of a field of any repetition. */
  private NestedNode node(Tree tree, Place place) {
    if (!tree.isRepeated()) {
      return single(tree, place);
    }
    NestedNode element = single(tree, place.repeated());
    return list(element, place, place.definition, false);
  }

  /** Returns a value, or an element if the field is repeated. */
  private NestedNode single(Tree tree, Place place) {
    if (!tree.isGroup()) {
      return leaf(tree, place);
    }
    LogicalType logical = tree.element.logicalType;
    ConvertedType converted = tree.element.converted_type;
    if (tree.children.size() != 1 || !tree.children.getFirst().isRepeated()) {
      return struct(tree, place); // whatever it is annotated as
    }
    if ((logical != null && logical.isSetLIST()) || converted == ConvertedType.LIST) {
      return annotatedList(tree, place);
    }
    boolean isMap =
        (logical != null && logical.isSetMAP())
            || converted == ConvertedType.MAP
            || converted == ConvertedType.MAP_KEY_VALUE; // the inner group of a map has this too
    int fields = tree.children.getFirst().children.size();
    return isMap && (fields == 1 || fields == 2) ? map(tree, place) : struct(tree, place);
  }

  private static NestedNode list(NestedNode element, Place slot, int definition, boolean optional) {
    return new NestedNode.Lists(
        new DataType.ListOf(element.type()),
        element,
        slot.slotDefinition,
        slot.repetition,
        definition,
        optional);
  }

  private NestedNode annotatedList(Tree tree, Place slot) {
    Tree repeated = tree.children.getFirst();
    Place present = slot.present(tree);
    Place inside = present.repeated();
    boolean isElement =
        repeated.children.size() != 1
            || repeated.children.getFirst().isRepeated()
            || repeated.name().equals("array")
            || repeated.name().equals(tree.name() + "_tuple");
    NestedNode element =
        isElement
            ? single(repeated, inside.within(repeated))
            : node(repeated.children.getFirst(), inside.within(repeated.children.getFirst()));
    return list(element, slot, present.definition, tree.isOptional());
  }

  private NestedNode map(Tree tree, Place slot) {
    Tree entry = tree.children.getFirst();
    Place present = slot.present(tree);
    Place inside = present.repeated();
    Tree keyTree = entry.children.getFirst();
    NestedNode key = node(keyTree, inside.within(keyTree));
    if (entry.children.size() == 1) {
      return list(key, slot, present.definition, tree.isOptional());
    }
    Tree valueTree = entry.children.get(1);
    NestedNode value = node(valueTree, inside.within(valueTree));
    DataType.MapOf type = new DataType.MapOf(key.type(), value.type());
    NestedNode pair =
        new NestedNode.Structs(
            type.entry(),
            List.of(key, value),
            inside.slotDefinition,
            inside.repetition,
            inside.definition,
            false);
    return new NestedNode.Lists(
        type, pair, slot.slotDefinition, slot.repetition, present.definition, tree.isOptional());
  }

  private NestedNode struct(Tree tree, Place slot) {
    Place present = slot.present(tree);
    List<NestedNode> nodes = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    String why = "it is a struct without fields";
    List<String> names = UniqueNames.of(tree.children.stream().map(Tree::name).toList());
    for (int i = 0; i < names.size(); i++) {
      Tree child = tree.children.get(i);
      Place place = present.within(child);
      try {
        NestedNode node = node(child, place);
        nodes.add(node);
        fields.add(Field.of(names.get(i), node.type()));
      } catch (UnreadableTypeException e) {
        incomplete.putIfAbsent(column, "field " + place.path + ": " + e.getMessage());
        why = "none of its fields can be read: " + place.path + ": " + e.getMessage();
      }
    }
    if (nodes.isEmpty()) {
      throw new UnreadableTypeException(why);
    }
    return new NestedNode.Structs(
        new DataType.Struct(fields),
        nodes,
        slot.slotDefinition,
        slot.repetition,
        present.definition,
        tree.isOptional());
  }

  private NestedNode leaf(Tree tree, Place slot) {
    SchemaElement e = tree.element;
    Optional<String> obstacle = obstacles.apply(tree.leaf);
    if (obstacle.isPresent()) {
      throw new UnreadableTypeException(obstacle.get());
    }
    LeafTypes.Shape shape = LeafTypes.shape(e);
    Place present = slot.present(tree);
    ParquetColumn column =
        new ParquetColumn(
            slot.path,
            tree.leaf,
            e.type,
            LeafTypes.width(e),
            shape.type(),
            present.definition,
            present.repetition,
            shape.conversion(),
            shape.order(),
            null);
    return new NestedNode.Leaf(column, slot.slotDefinition, slot.repetition, tree.isOptional());
  }
}
