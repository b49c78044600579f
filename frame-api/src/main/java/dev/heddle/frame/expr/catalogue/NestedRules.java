package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rules of functions on lists, structs and maps. */
final class NestedRules {
  private NestedRules() {}

  /**
   * {@code struct_extract(struct, 'field')}: the field's type.
   *
   * @throws AnalysisException if there is no such field
   */
  static Signature field(List<Argument> arguments) {
    DataType type = arguments.get(0).type();
    String name = arguments.get(1).text();
    if (name == null) {
      throw new AnalysisException("the name of a field must be a text literal");
    }
    if (!(type instanceof DataType.Struct struct)) {
      throw new AnalysisException(
          "no field \""
              + name
              + "\" in a value of "
              + type.sqlName()
              + "; only structs have fields");
    }
    int at = struct.indexOf(name);
    if (at < 0) {
      throw new AnalysisException(NearestNames.missing("field", name, struct.names()));
    }
    return new Signature(List.of(type, DataType.STRING), struct.fields().get(at).type());
  }

  /**
   * {@code struct_of('name', value, ...)}.
   *
   * @throws AnalysisException if names are missing or not different
   */
  static Signature struct(List<Argument> arguments) {
    List<DataType> types = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.size(); i += 2) {
      String name = arguments.get(i).text();
      if (name == null) {
        throw new AnalysisException("the name of a field must be a text literal");
      }
      types.add(DataType.STRING);
      types.add(arguments.get(i + 1).type());
      fields.add(Field.of(name, arguments.get(i + 1).type()));
    }
    if (types.size() != arguments.size()) {
      throw new AnalysisException("a struct takes a name and a value for each field");
    }
    return new Signature(types, new DataType.Struct(fields));
  }

  /**
   * {@code list_sort(list, 'asc' | 'desc', 'nulls first' | 'nulls last')}.
   *
   * @throws AnalysisException if the words are others
   */
  static @Nullable Signature sort(List<Argument> arguments) {
    if (!(arguments.get(0).type() instanceof DataType.ListOf(DataType element))
        || !TypeCoercion.isSortable(element)) {
      return null;
    }
    requireWord(arguments, 1, List.of("ASC", "DESC"));
    requireWord(arguments, 2, List.of("NULLS FIRST", "NULLS LAST"));
    List<DataType> types = new ArrayList<>(Collections.nCopies(arguments.size(), DataType.STRING));
    types.set(0, arguments.get(0).type());
    return new Signature(types, arguments.get(0).type());
  }

  private static void requireWord(List<Argument> arguments, int index, List<String> words) {
    if (index < arguments.size()) {
      String text = arguments.get(index).text();
      if (text == null || !words.contains(text.toUpperCase(Locale.ROOT))) {
        throw new AnalysisException(
            "argument "
                + (index + 1)
                + " of list_sort must be '"
                + String.join("' or '", words)
                + "', not "
                + (text == null ? "an expression" : "'" + text + "'"));
      }
    }
  }

  /** An element of a list by position, a value of a map by key. */
  static @Nullable Signature element(List<DataType> arguments) {
    DataType index = arguments.get(1);
    if (arguments.get(0) instanceof DataType.ListOf(DataType element)) {
      return index.isInteger() || index instanceof DataType.Null
          ? new Signature(List.of(arguments.get(0), DataType.INT64), element)
          : null;
    }
    if (arguments.get(0) instanceof DataType.Str) {
      return index.isInteger() || index instanceof DataType.Null
          ? new Signature(List.of(DataType.STRING, DataType.INT64), DataType.STRING)
          : null;
    }
    return arguments.get(0) instanceof DataType.MapOf map && meets(map.key(), index)
        ? new Signature(List.of(map, map.key()), map.value())
        : null;
  }

  /** A list of a value of a map by key; else as {@link #element}. */
  static @Nullable Signature extract(List<DataType> arguments) {
    Signature element = element(arguments);
    return element != null && arguments.get(0) instanceof DataType.MapOf
        ? new Signature(element.argumentTypes(), new DataType.ListOf(element.resultType()))
        : element;
  }

  private static boolean meets(DataType key, DataType given) {
    return key.equals(TypeCoercion.commonType(key, given));
  }

  /** The number of characters of a text, of elements, of entries. */
  static @Nullable Signature length(List<DataType> arguments) {
    DataType type = arguments.get(0);
    return type instanceof DataType.ListOf || type instanceof DataType.MapOf
        ? new Signature(arguments, DataType.INT64)
        : TypeRules.fixed(DataType.INT64, ParameterType.BYTES).apply(arguments);
  }

  /** Whether a text, a list or the keys of a map contain something. */
  static @Nullable Signature contains(List<DataType> arguments) {
    DataType wanted = arguments.get(1);
    if (arguments.get(0) instanceof DataType.ListOf(DataType element)) {
      DataType common = TypeCoercion.commonType(element, wanted);
      return common == null
          ? null
          : new Signature(List.of(new DataType.ListOf(common), common), DataType.BOOL);
    }
    if (arguments.get(0) instanceof DataType.MapOf map) {
      return meets(map.key(), wanted)
          ? new Signature(List.of(map, map.key()), DataType.BOOL)
          : null;
    }
    return TypeRules.texts(arguments);
  }

  /** A list and a value that meets its elements; a position out. */
  static @Nullable Signature position(List<DataType> arguments) {
    if (!(arguments.get(0) instanceof DataType.ListOf(DataType element))) {
      return null;
    }
    DataType common = TypeCoercion.commonType(element, arguments.get(1));
    return common == null
        ? null
        : new Signature(List.of(new DataType.ListOf(common), common), DataType.INT64);
  }

  /** A list of lists; such a list as is in it out. */
  static @Nullable Signature flatten(List<DataType> arguments) {
    if (!(arguments.get(0) instanceof DataType.ListOf(DataType inner))) {
      return null;
    }
    if (inner instanceof DataType.Null) { // the list that is written []
      DataType nothing = new DataType.ListOf(inner);
      return new Signature(List.of(new DataType.ListOf(nothing)), nothing);
    }
    return inner instanceof DataType.ListOf ? new Signature(arguments, inner) : null;
  }

  /** A text or a list, which is the result's type too. */
  static @Nullable Signature reverse(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf
        ? new Signature(arguments, arguments.get(0))
        : TypeRules.fixed(DataType.STRING, ParameterType.TEXT).apply(arguments);
  }

  /** {@code ||}: lists that meet in one type, binaries, or anything but these as text. */
  static @Nullable Signature joined(List<DataType> arguments) {
    if (arguments.stream().noneMatch(DataType.Binary.class::isInstance)) {
      return concat(arguments);
    }
    boolean isBinary = TypeCoercion.commonType(arguments) instanceof DataType.Binary;
    return isBinary
        ? new Signature(Collections.nCopies(arguments.size(), DataType.BINARY), DataType.BINARY)
        : null;
  }

  /** Lists that meet in one type, or anything as text. */
  static @Nullable Signature concat(List<DataType> arguments) {
    Signature lists = lists(arguments);
    return lists != null ? lists : concatTexts(arguments);
  }

  /** Texts, and what is written as text: all but lists. */
  static @Nullable Signature concatTexts(List<DataType> arguments) {
    return arguments.stream().anyMatch(DataType.ListOf.class::isInstance)
        ? null
        : TypeRules.fixed(DataType.STRING, ParameterType.AS_TEXT).apply(arguments);
  }

  /** {@code concat_ws}: a text between texts and what is written as text. */
  static @Nullable Signature concatWith(List<DataType> arguments) {
    return arguments.stream().anyMatch(DataType.ListOf.class::isInstance)
        ? null
        : TypeRules.fixed(DataType.STRING, ParameterType.TEXT, ParameterType.AS_TEXT)
            .apply(arguments);
  }

  /** Lists that meet in one type. */
  static @Nullable Signature lists(List<DataType> arguments) {
    return meeting(arguments, DataType.ListOf.class);
  }

  /** Lists that meet in one type, or nulls. */
  static @Nullable Signature concatLists(List<DataType> arguments) {
    return arguments.stream().allMatch(DataType.Null.class::isInstance)
        ? new Signature(arguments, new DataType.ListOf(DataType.NULL))
        : lists(arguments);
  }

  /** Values that meet in one type of a kind, which comes out. */
  static @Nullable Signature meeting(List<DataType> arguments, Class<? extends DataType> kind) {
    DataType common = TypeCoercion.commonType(arguments);
    return kind.isInstance(common)
        ? new Signature(Collections.nCopies(arguments.size(), common), common)
        : null;
  }

  /** Lists, nulls in place of some, maybe a boolean behind; one of structs of their elements. */
  static @Nullable Signature zip(List<DataType> given) {
    List<Field> fields = new ArrayList<>();
    List<DataType> arguments = new ArrayList<>(given);
    int count = given.size() - (given.getLast() instanceof DataType.Bool ? 1 : 0);
    for (int i = 0; i < count; i++) {
      if (given.get(i) instanceof DataType.Null) {
        arguments.set(i, new DataType.ListOf(DataType.NULL));
      }
      if (!(arguments.get(i) instanceof DataType.ListOf(DataType element))) {
        return null;
      }
      fields.add(Field.of(TypeCoercion.rowField(i), element));
    }
    return fields.isEmpty()
        ? null
        : new Signature(arguments, new DataType.ListOf(new DataType.Struct(fields)));
  }

  /** A text, binary or list, and an integer; the first one's type out. */
  static @Nullable Signature repeat(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf list
            && ParameterType.WHOLE.accept(arguments.get(1)) != null
        ? new Signature(List.of(list, DataType.INT64), list)
        : TypeRules.likeArgument(0, ParameterType.BYTES, ParameterType.WHOLE).apply(arguments);
  }

  /** A list of numbers, taken with a sign; the result as the aggregate gives it. */
  static @Nullable Signature sum(List<DataType> arguments) {
    Signature numbers = average(arguments);
    Signature number = numbers == null ? null : one(numbers.argumentTypes());
    if (number == null) {
      return null;
    }
    Signature sum = AggregateRules.aggregateSum(List.of(number.resultType()));
    return sum == null ? null : new Signature(number.argumentTypes(), sum.resultType());
  }

  /** A list of numbers, taken with a sign; DOUBLE out. */
  static @Nullable Signature average(List<DataType> arguments) {
    Signature number = one(List.of(numbers(arguments)));
    DataType element = number == null ? DataType.NULL : TypeCoercion.signed(number.resultType());
    return element.isNumeric()
        ? new Signature(List.of(new DataType.ListOf(element)), DataType.FLOAT64)
        : null;
  }

  /** The first argument; a list of nothing but nulls is one of integers. */
  private static DataType numbers(List<DataType> arguments) {
    return arguments.get(0).equals(new DataType.ListOf(DataType.NULL))
        ? new DataType.ListOf(DataType.INT32)
        : arguments.get(0);
  }

  /** A list of numbers as {@link #middle}; of dates or times, whose distance is an INTERVAL. */
  static @Nullable Signature distance(List<DataType> arguments) {
    boolean isOfTimes =
        arguments.get(0) instanceof DataType.ListOf(DataType element)
            && (TypeRules.isDayTime(element) || element instanceof DataType.Time);
    return isOfTimes ? new Signature(arguments, DataType.INTERVAL) : middle(arguments);
  }

  /** A list; a map of its elements to numbers out. */
  static @Nullable Signature histogram(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf(DataType element)
            && TypeCoercion.isSortable(element)
        ? new Signature(arguments, new DataType.MapOf(element, DataType.INT64))
        : null;
  }

  /** A list of ordered values; DOUBLE out. */
  static @Nullable Signature entropy(List<DataType> arguments) {
    return histogram(arguments) == null ? null : new Signature(arguments, DataType.FLOAT64);
  }

  /** A list of numbers, taken as DOUBLE; DOUBLE out. */
  static @Nullable Signature deviation(List<DataType> arguments) {
    return average(arguments) == null
        ? null
        : new Signature(List.of(new DataType.ListOf(DataType.FLOAT64)), DataType.FLOAT64);
  }

  /** A list of numbers; gives the type of values between two of them, decimals unchanged. */
  static @Nullable Signature middle(List<DataType> arguments) {
    Signature numbers = deviation(arguments);
    boolean isExact =
        arguments.get(0) instanceof DataType.ListOf(DataType element)
            && element instanceof DataType.Decimal;
    return numbers != null && isExact ? one(arguments) : numbers;
  }

  /** A list; BIGINT out. */
  static @Nullable Signature count(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf
        ? new Signature(arguments, DataType.INT64)
        : null;
  }

  /** A list; one of its elements out. */
  static @Nullable Signature one(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf(DataType element)
        ? new Signature(arguments, element)
        : null;
  }

  /** A list of booleans; one out. */
  static @Nullable Signature truths(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf(DataType element)
            && ParameterType.TRUTH.accept(element) != null
        ? new Signature(List.of(new DataType.ListOf(DataType.BOOL)), DataType.BOOL)
        : null;
  }

  /** A list of integers, signed or not; one out. */
  static @Nullable Signature bits(List<DataType> arguments) {
    return numbers(arguments) instanceof DataType.ListOf list
            && (list.element().isWhole() || list.element() instanceof DataType.Unsigned)
        ? new Signature(List.of(list), list.element())
        : null;
  }

  /** A list of ordered values; such a value out. */
  static @Nullable Signature extreme(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf(DataType element)
            && TypeCoercion.isSortable(element)
        ? new Signature(arguments, element)
        : null;
  }

  /** A list, which is the result's type too. */
  static @Nullable Signature sameList(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf
        ? new Signature(arguments, arguments.get(0))
        : null;
  }

  /** A list of what can be written as text, and a separator. */
  static @Nullable Signature join(List<DataType> arguments) {
    boolean isList =
        arguments.get(0) instanceof DataType.Null
            || (arguments.get(0) instanceof DataType.ListOf(DataType element)
                && TypeCoercion.canCast(element, DataType.STRING));
    boolean fits = isList && ParameterType.TEXT.accept(arguments.get(1)) != null;
    return fits
        ? new Signature(
            List.of(new DataType.ListOf(DataType.STRING), DataType.STRING), DataType.STRING)
        : null;
  }

  /** A list and two positions. */
  static @Nullable Signature slice(List<DataType> arguments) {
    DataType given = arguments.get(0);
    DataType sliced = given instanceof DataType.Json ? DataType.STRING : given;
    boolean fits =
        (sliced instanceof DataType.ListOf || sliced instanceof DataType.Str)
            && ParameterType.WHOLE.accept(arguments.get(1)) != null
            && ParameterType.WHOLE.accept(arguments.get(2)) != null;
    return fits ? new Signature(List.of(sliced, DataType.INT64, DataType.INT64), sliced) : null;
  }

  /** Values that meet in one type; a list of it. */
  static @Nullable Signature list(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null
        ? null
        : new Signature(Collections.nCopies(arguments.size(), common), new DataType.ListOf(common));
  }

  /** A list of keys and one of values, or a key and its value. */
  static @Nullable Signature map(List<DataType> arguments) {
    DataType key = arguments.getFirst();
    if (!(key instanceof DataType.Null)
        && arguments.stream().noneMatch(DataType.ListOf.class::isInstance)) {
      return new Signature(arguments, new DataType.MapOf(key, arguments.getLast()));
    }
    return arguments.get(0) instanceof DataType.ListOf(DataType keys)
            && arguments.get(1) instanceof DataType.ListOf(DataType value)
        ? new Signature(arguments, new DataType.MapOf(keys, value))
        : null;
  }

  /** A list, the number of its parameters, and any expression over its elements. */
  static @Nullable Signature transform(List<DataType> arguments) {
    return arguments.get(0) instanceof DataType.ListOf
        ? new Signature(arguments, new DataType.ListOf(arguments.get(2)))
        : null;
  }

  /** A list, the number of its parameters, and a condition over its elements. */
  static @Nullable Signature filter(List<DataType> arguments) {
    DataType truth = arguments.get(2);
    boolean fits =
        arguments.get(0) instanceof DataType.ListOf
            && (ParameterType.TRUTH.accept(truth) != null || truth.isNumeric());
    return fits
        ? new Signature(
            List.of(arguments.get(0), arguments.get(1), DataType.BOOL), arguments.get(0))
        : null;
  }

  /** A list, the number of its parameters, an expression, and what has the result's type. */
  static @Nullable Signature reduce(List<DataType> arguments) {
    DataType result = arguments.get(3);
    return arguments.get(0) instanceof DataType.ListOf
            && TypeCoercion.canCast(arguments.get(2), result)
        ? new Signature(
            List.of(new DataType.ListOf(result), arguments.get(1), result, result), result)
        : null;
  }

  /**
   * What is at hand while an expression over a list's elements is evaluated.
   *
   * @throws AnalysisException if there is no list
   */
  static Signature parameter(List<Argument> arguments) {
    DataType list = arguments.get(0).type();
    if (list instanceof DataType.Null) {
      list = new DataType.ListOf(DataType.NULL);
    }
    if (!(list instanceof DataType.ListOf(DataType element))) {
      throw new AnalysisException(
          "a function over elements needs a list, not "
              + list.sqlName()
              + "; of a map take map_keys, map_values or map_entries");
    }
    return new Signature(
        arguments.stream().map(Argument::type).toList(),
        LambdaRole.of(String.valueOf(arguments.get(2).text())) == LambdaRole.POSITION
            ? DataType.INT64
            : element);
  }

  /** The keys, values or entries of a map. */
  static @Nullable Signature mapPart(List<DataType> arguments, MapPart part) {
    if (!(arguments.get(0) instanceof DataType.MapOf map)) {
      return null;
    }
    DataType element =
        switch (part) {
          case KEYS -> map.key();
          case VALUES -> map.value();
          case ENTRIES -> map.entry();
        };
    return new Signature(arguments, new DataType.ListOf(element));
  }

  /** What of a map is wanted. */
  enum MapPart {
    /** The keys. */
    KEYS,
    /** The values. */
    VALUES,
    /** Structs of both. */
    ENTRIES
  }
}
