package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of functions on structs, on maps, and of lists with values put in, and those functions
 * on structs and maps that are written out by others.
 */
final class StructRules {
  private StructRules() {}

  /** A list, a length, and maybe a value that meets its elements. */
  static @Nullable Signature resize(List<DataType> arguments) {
    return arguments.size() < 3
        ? withValue(arguments.get(0), arguments.get(1), null)
        : withValue(arguments.get(0), arguments.get(1), arguments.get(2));
  }

  /** A list, a position, and a value that meets its elements. */
  static @Nullable Signature insert(List<DataType> arguments) {
    return withValue(arguments.get(0), arguments.get(1), arguments.get(2));
  }

  /** A list of values that have an order, and a number. */
  static @Nullable Signature topOf(List<DataType> arguments) {
    return NestedRules.extreme(arguments.subList(0, 1)) != null
            && ParameterType.WHOLE.accept(arguments.get(1)) != null
        ? new Signature(List.of(arguments.get(0), DataType.INT64), arguments.get(0))
        : null;
  }

  static @Nullable Signature shuffled(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf list
            && ParameterType.WHOLE.accept(arguments.get(1)) != null
            && ParameterType.REAL.accept(arguments.get(2)) != null
        ? new Signature(List.of(list, DataType.INT64, DataType.FLOAT64), list)
        : null;
  }

  private static @Nullable Signature withValue(
      DataType list, DataType number, @Nullable DataType value) {
    boolean fits = ParameterType.WHOLE.accept(number) != null;
    if (!(list instanceof DataType.ListOf(DataType element)) || !fits) {
      return null;
    }
    DataType common = value == null ? element : TypeCoercion.commonType(element, value);
    if (common == null) {
      return null;
    }
    DataType result = new DataType.ListOf(common);
    List<DataType> taken = new ArrayList<>(List.of(result, DataType.INT64));
    if (value != null) {
      taken.add(common);
    }
    return new Signature(taken, result);
  }

  /** A list of structs of two fields; a map out. */
  static @Nullable Signature ofEntries(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf(DataType element)
            && element instanceof DataType.Struct(List<Field> fields)
            && fields.size() == 2
        ? new Signature(arguments, new DataType.MapOf(fields.get(0).type(), fields.get(1).type()))
        : null;
  }

  /** Maps that meet in one type. */
  static @Nullable Signature maps(List<DataType> arguments) {
    return NestedRules.meeting(arguments, DataType.MapOf.class);
  }

  /** A struct; the names of its fields out. */
  static @Nullable Signature names(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.Struct
        ? new Signature(arguments, TypeRules.STRINGS)
        : null;
  }

  /** A struct; a row of its values out. */
  static @Nullable Signature row(List<DataType> arguments) {
    if (!(arguments.get(0) instanceof DataType.Struct(List<Field> fields))) {
      return null;
    }
    List<Field> unnamed = new ArrayList<>();
    for (Field field : fields) {
      unnamed.add(Field.of(TypeCoercion.rowField(unnamed.size()), field.type()));
    }
    return new Signature(arguments, new DataType.Struct(unnamed));
  }

  /**
   * Structs; one of all their fields out.
   *
   * @throws AnalysisException if two fields have one name
   */
  static @Nullable Signature joined(List<DataType> arguments) {
    List<Field> fields = new ArrayList<>();
    for (DataType argument : arguments) {
      if (!(argument instanceof DataType.Struct struct)) {
        return null;
      }
      for (Field field : struct.fields()) {
        if (fields.stream().anyMatch(known -> known.name().equalsIgnoreCase(field.name()))) {
          throw new AnalysisException(
              "two fields of a struct are named \""
                  + field.name()
                  + "\"; struct_update takes another value for a field");
        }
        fields.add(Field.of(field.name(), field.type()));
      }
    }
    return new Signature(arguments, new DataType.Struct(fields));
  }

  /** Two structs; one of the fields of both out, those of the second one if they have one name. */
  static @Nullable Signature merged(List<DataType> arguments) {
    Map<String, Field> fields = new LinkedHashMap<>();
    for (DataType argument : arguments) {
      if (!(argument instanceof DataType.Struct struct)) {
        return null;
      }
      struct.fields().forEach(f -> fields.put(f.name(), Field.of(f.name(), f.type())));
    }
    return new Signature(arguments, new DataType.Struct(List.copyOf(fields.values())));
  }

  /**
   * A struct and a literal position; the type of the field there out.
   *
   * @throws AnalysisException if there is no such position
   */
  static @Nullable Signature fieldAt(List<Argument> arguments) {
    if (!(arguments.get(0).type() instanceof DataType.Struct struct)) {
      return null;
    }
    Long place = arguments.get(1).whole();
    if (place == null || place < 1 || place > struct.fields().size()) {
      throw new AnalysisException(
          "a field of "
              + struct.sqlName()
              + " is at a literal position from 1 to "
              + struct.fields().size()
              + (place == null ? "" : ", not at " + place));
    }
    return new Signature(
        List.of(struct, arguments.get(1).type()),
        struct.fields().get(Math.toIntExact(place - 1)).type());
  }

  /**
   * A struct and literal names of fields; a struct without them out.
   *
   * @throws AnalysisException if it has no such field, or no other one
   */
  static @Nullable Signature without(List<Argument> arguments) {
    if (!(arguments.getFirst().type() instanceof DataType.Struct struct)) {
      return null;
    }
    List<Field> kept = new ArrayList<>(struct.fields());
    for (String name : texts(arguments)) {
      if (!kept.removeIf(field -> field.name().equals(name))) {
        throw new AnalysisException(
            NearestNames.missing("field", name, struct.fields().stream().map(Field::name).toList())
                + ", or it is left out already");
      }
    }
    if (kept.isEmpty()) {
      throw new AnalysisException(
          "a struct has at least one field: leave some of " + struct.sqlName());
    }
    return withTexts(struct, arguments.size(), new DataType.Struct(kept));
  }

  /**
   * A struct and a literal name for each field; a struct with these names out.
   *
   * @throws AnalysisException if their number is not that of the fields
   */
  static @Nullable Signature renamed(List<Argument> arguments) {
    if (!(arguments.getFirst().type() instanceof DataType.Struct struct)) {
      return null;
    }
    List<String> names = texts(arguments);
    if (names.size() != struct.fields().size()) {
      throw new AnalysisException(
          struct.sqlName()
              + " takes "
              + struct.fields().size()
              + " names, one for each field, not "
              + names.size());
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(Field.of(names.get(i), struct.fields().get(i).type()));
    }
    return withTexts(struct, arguments.size(), new DataType.Struct(fields));
  }

  private static Signature withTexts(DataType.Struct struct, int count, DataType result) {
    List<DataType> taken = new ArrayList<>(Collections.nCopies(count, DataType.STRING));
    taken.set(0, struct);
    return new Signature(taken, result);
  }

  private static List<String> texts(List<Argument> arguments) {
    List<String> texts = new ArrayList<>();
    for (Argument argument : arguments.subList(1, arguments.size())) {
      if (argument.text() == null) {
        throw new AnalysisException("the names of fields are literal texts");
      }
      texts.add(argument.text());
    }
    return texts;
  }

  /** A row and a value that meets its fields; a position out. */
  static @Nullable Signature position(List<DataType> arguments) {
    return ofRow(arguments, DataType.INT32);
  }

  /** A row and a value that meets its fields; a boolean out. */
  static @Nullable Signature holds(List<DataType> arguments) {
    return ofRow(arguments, DataType.BOOL);
  }

  private static @Nullable Signature ofRow(List<DataType> arguments, DataType result) {
    if (!(arguments.get(0) instanceof DataType.Struct struct) || !TypeCoercion.isRow(struct)) {
      return null;
    }
    List<DataType> types = new ArrayList<>(struct.fields().stream().map(Field::type).toList());
    types.add(arguments.get(1));
    DataType common = TypeCoercion.commonType(types);
    if (common == null) {
      return null;
    }
    List<Field> fields =
        struct.fields().stream().map(field -> Field.of(field.name(), common)).toList();
    return new Signature(List.of(new DataType.Struct(fields), common), result);
  }

  /** Returns the functions that are written out by others. */
  static List<ExprFunction> definitions() {
    List<ExprFunction> all = new ArrayList<>();
    all.add(
        of(
            "map_contains_value",
            2,
            parts ->
                call(
                    ScalarFunction.CONTAINS,
                    call(ScalarFunction.MAP_VALUES, parts.argument(0)),
                    parts.argument(1))));
    all.add(
        of(
            "map_contains_entry",
            3,
            parts ->
                call(
                    ScalarFunction.CONTAINS,
                    call(ScalarFunction.MAP_ENTRIES, parts.argument(0)),
                    call(
                        ScalarFunction.STRUCT_OF,
                        lit("key"),
                        parts.argument(1),
                        lit("value"),
                        parts.argument(2)))));
    all.add(
        ExprFunction.scalar(
                "struct_insert",
                2,
                CatalogueFunction.UNBOUNDED,
                parts -> ValueFunction.STRUCT_CONCAT.call(withFields(parts)))
            .withNames());
    all.add(
        ExprFunction.scalar(
                "struct_update",
                2,
                CatalogueFunction.UNBOUNDED,
                parts -> ValueFunction.STRUCT_MERGE.call(withFields(parts)))
            .withNames());
    all.add(
        ExprFunction.scalar("struct", 1, CatalogueFunction.UNBOUNDED, StructRules::numberedStruct));
    return all;
  }

  private static ExprFunction of(String names, int arguments, ExprFunction.Body body) {
    return ExprFunction.scalar(names, arguments, arguments, body);
  }

  /** A struct, and one of the named values. */
  private static List<Expr> withFields(CallParts parts) {
    List<Expr> fields = parts.arguments().subList(1, parts.count());
    return List.of(parts.argument(0), struct(CallParts.of(fields)));
  }

  private static Expr numberedStruct(CallParts parts) {
    List<Expr> arguments = new ArrayList<>();
    for (int i = 0; i < parts.count(); i++) {
      Expr value = parts.argument(i);
      boolean isNamed = value instanceof Expr.Alias || value instanceof Expr.Column;
      arguments.add(lit(isNamed ? value.outputName() : "col" + (i + 1)));
      arguments.add(value instanceof Expr.Alias(Expr operand, String name) ? operand : value);
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, arguments);
  }

  /** A struct of values with names. */
  static Expr struct(CallParts parts) {
    List<Expr> arguments = new ArrayList<>();
    for (Expr field : parts.arguments()) {
      if (!(field instanceof Expr.Alias(Expr operand, String name))) {
        throw new AnalysisException(
            "the fields of a struct are values with names, as in struct_pack(a := 1), not "
                + field);
      }
      arguments.add(lit(name));
      arguments.add(operand);
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, arguments);
  }
}
