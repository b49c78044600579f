package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.LiteralReader;
import dev.heddle.frame.schema.DataType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of typing a call that is the same for every function. */
public final class CatalogueFunctions {
  /** What a bare null or a list of nothing may be, where a list or map belongs. */
  private static final List<DataType> NOTHINGS =
      List.of(
          new DataType.ListOf(DataType.NULL),
          new DataType.ListOf(DataType.INT32),
          new DataType.MapOf(DataType.NULL, DataType.NULL),
          new DataType.ListOf(new DataType.MapOf(DataType.NULL, DataType.NULL).entry()));

  private CatalogueFunctions() {}

  static Signature resolve(CatalogueFunction function, TypeRule rule, List<Argument> arguments) {
    return resolve(function, rule, arguments, CatalogueFunctions::typesOf);
  }

  /**
   * As above.
   *
   * @param reading returns the types that arguments are taken as
   */
  static Signature resolve(
      CatalogueFunction function,
      TypeRule rule,
      List<Argument> arguments,
      Function<List<Argument>, List<DataType>> reading) {
    int count = arguments.size();
    if (count < function.minArguments() || count > function.maxArguments()) {
      throw new AnalysisException(
          function.displayName() + " takes " + arity(function) + " arguments, not " + count);
    }
    List<DataType> types = reading.apply(arguments);
    Signature signature = rule.apply(types, arguments);
    if (signature == null && types.stream().anyMatch(DataType.Unsigned.class::isInstance)) {
      signature = ofUnsigned(function, rule, types, arguments);
    }
    if (signature == null && !types.equals(types.stream().map(TypeCoercion::unlabelled).toList())) {
      signature = ofLabels(rule, types, arguments);
    }
    if (signature == null && Character.isLetter(function.displayName().charAt(0))) {
      signature = ofTimes(rule, arguments);
    }
    if (signature == null) {
      signature = ofNothing(rule, types, arguments);
    }
    if (signature == null) {
      throw new AnalysisException(
          function.displayName()
              + " does not take ("
              + types.stream().map(DataType::sqlName).collect(Collectors.joining(", "))
              + "); cast the arguments");
    }
    return signature;
  }

  /** Types a call by the wider types with a sign, the result of arithmetic without one. */
  private static @Nullable Signature ofUnsigned(
      CatalogueFunction function, TypeRule rule, List<DataType> types, List<Argument> arguments) {
    Signature wider =
        rule.apply(
            types.stream().map(type -> signed(type, types)).toList(),
            arguments.stream().map(argument -> signed(argument, types)).toList());
    DataType kept = keepsUnsigned(function) ? commonUnsigned(arguments) : null;
    return wider == null || kept == null ? wider : new Signature(wider.argumentTypes(), kept);
  }

  /** Types a call that takes no enumerations by their labels. */
  private static @Nullable Signature ofLabels(
      TypeRule rule, List<DataType> types, List<Argument> arguments) {
    return rule.apply(
        types.stream().map(TypeCoercion::unlabelled).toList(),
        arguments.stream()
            .map(a -> new Argument(TypeCoercion.unlabelled(a.type()), a.text(), a.whole()))
            .toList());
  }

  /**
   * Returns whether a function of unsigned integers that meet in a type has a result of this type.
   * It is computed in the types of the signature's arguments and cast: what does not fit is an
   * error.
   */
  public static boolean keepsUnsigned(CatalogueFunction function) {
    return function instanceof ScalarFunction scalar
        && switch (scalar) {
          case ADD,
              SUBTRACT,
              MULTIPLY,
              DIVIDE,
              FLOOR_DIVIDE,
              MODULO,
              ABS,
              BITWISE_AND,
              BITWISE_OR,
              BITWISE_XOR,
              LEFT_SHIFT,
              RIGHT_SHIFT ->
              true;
          default -> false;
        };
  }

  /** Returns the unsigned type that arguments meet in, as which literals are read; or null. */
  private static DataType.@Nullable Unsigned commonUnsigned(List<Argument> arguments) {
    DataType common =
        TypeCoercion.commonType(
            arguments.stream().filter(a -> a.whole() == null).map(Argument::type).toList());
    return common instanceof DataType.Unsigned type
            && arguments.stream()
                .allMatch(a -> a.whole() == null || type.holds(BigInteger.valueOf(a.whole())))
        ? type
        : null;
  }

  /** Types a call with text literals that are a date or a timestamp taken as such. */
  private static @Nullable Signature ofTimes(TypeRule rule, List<Argument> arguments) {
    List<Argument> times = arguments.stream().map(CatalogueFunctions::asTime).toList();
    return times.equals(arguments) ? null : rule.apply(typesOf(times), times);
  }

  private static Argument asTime(Argument argument) {
    for (DataType type : List.of(DataType.DATE, DataType.TIMESTAMP)) {
      if (argument.isTextLiteral() && LiteralReader.isReadable(argument.text(), type)) {
        return Argument.of(type);
      }
    }
    return argument;
  }

  private static DataType signed(DataType type, List<DataType> beside) {
    for (DataType other : beside) {
      if (other instanceof DataType.Decimal) {
        return TypeCoercion.signedBeside(type, other);
      }
    }
    return TypeCoercion.signed(type);
  }

  private static Argument signed(Argument argument, List<DataType> beside) {
    return new Argument(signed(argument.type(), beside), argument.text(), argument.whole());
  }

  private static String arity(CatalogueFunction function) {
    int min = function.minArguments();
    int max = function.maxArguments();
    return min == max
        ? "" + min
        : max == CatalogueFunction.UNBOUNDED ? "at least " + min : min + " to " + max;
  }

  /** Returns the types of arguments. */
  static List<DataType> typesOf(List<Argument> arguments) {
    List<DataType> types = new ArrayList<>(arguments.size());
    for (Argument argument : arguments) {
      types.add(argument.type());
    }
    return types;
  }

  /** Returns the type in which values are compared with each other; null if there is none. */
  public static @Nullable DataType comparedType(List<Argument> arguments) {
    DataType common = DataType.NULL;
    for (DataType type : readTextLiterals(arguments)) {
      common = TypeCoercion.comparedType(common, type);
      if (common == null) {
        return null;
      }
    }
    return common;
  }

  /**
   * Gives text literals the type the other arguments meet in, where that reads text, and literal
   * integers beside unsigned ones their type, where that holds them.
   */
  public static List<DataType> readLiterals(List<Argument> arguments) {
    DataType unsigned = commonUnsigned(arguments);
    return unsigned == null
        ? readTextLiterals(arguments)
        : arguments.stream().map(a -> a.whole() == null ? a.type() : unsigned).toList();
  }

  /**
   * Gives literal integers that were written without a type the TINYINT or SMALLINT that the other
   * arguments meet in, where that holds all of them. As in DuckDB, other ones before the first of
   * these arguments are INTEGER already.
   *
   * @param read what the arguments are taken as otherwise
   */
  public static List<DataType> readNarrowLiterals(List<Argument> arguments, List<DataType> read) {
    DataType common =
        TypeCoercion.commonType(
            arguments.stream().filter(a -> !isPlainInteger(a)).map(Argument::type).toList());
    boolean isNarrow =
        (common instanceof DataType.Int8 && holdsAll(Byte.MAX_VALUE, arguments))
            || (common instanceof DataType.Int16 && holdsAll(Short.MAX_VALUE, arguments));
    if (!isNarrow || meetBefore(arguments)) {
      return read;
    }
    return arguments.stream().map(a -> isPlainInteger(a) ? common : a.type()).toList();
  }

  /** Returns whether different literal integers are before all that are none. */
  private static boolean meetBefore(List<Argument> arguments) {
    return arguments.stream().takeWhile(CatalogueFunctions::isPlainInteger).distinct().count() > 1;
  }

  private static boolean holdsAll(long most, List<Argument> arguments) {
    return arguments.stream()
        .allMatch(a -> a.whole() == null || (a.whole() <= most && a.whole() >= -most - 1));
  }

  private static boolean isPlainInteger(Argument argument) {
    return argument.whole() != null && argument.type().equals(DataType.INT32);
  }

  /**
   * Gives text literals the type the other arguments meet in, where that reads text and is no
   * enumeration, which is compared with text as text.
   */
  public static List<DataType> readTextLiterals(List<Argument> arguments) {
    DataType common = besideTexts(arguments);
    return common == null
            || common instanceof DataType.Enumeration
            || !TypeCoercion.readsTextLiterals(common)
        ? typesOf(arguments)
        : readAs(common, arguments);
  }

  /**
   * As {@link #readLiterals}, of values that are compared for equality alone: text literals that
   * are labels of the enumeration beside them are read as such.
   */
  public static List<DataType> readEqualLiterals(List<Argument> arguments) {
    return besideTexts(arguments) instanceof DataType.Enumeration common
            && arguments.stream().allMatch(a -> a.text() == null || isLabel(a.text(), common))
        ? readAs(common, arguments)
        : readLiterals(arguments);
  }

  private static boolean isLabel(String text, DataType.Enumeration type) {
    return type.labels().contains(text);
  }

  private static @Nullable DataType besideTexts(List<Argument> arguments) {
    return TypeCoercion.commonType(
        arguments.stream().filter(a -> !a.isTextLiteral()).map(Argument::type).toList());
  }

  private static List<DataType> readAs(DataType common, List<Argument> arguments) {
    return arguments.stream().map(a -> a.isTextLiteral() ? common : a.type()).toList();
  }

  /** Gives text literals behind a list the type of its elements, where that reads text. */
  static List<DataType> readElements(List<Argument> arguments) {
    List<DataType> types = new ArrayList<>(typesOf(arguments));
    if (types.getFirst() instanceof DataType.ListOf(DataType element)
        && TypeCoercion.readsTextLiterals(element)) {
      for (int i = 1; i < types.size(); i++) {
        types.set(i, arguments.get(i).isTextLiteral() ? element : types.get(i));
      }
    }
    return types;
  }

  /**
   * Types a call whose bare nulls, or lists of nothing, stand for lists or maps: the first of them,
   * or all.
   *
   * @return null if there is none, or no such call
   */
  private static @Nullable Signature ofNothing(
      TypeRule rule, List<DataType> types, List<Argument> arguments) {
    for (DataType nothing : NOTHINGS) {
      for (boolean isEach : new boolean[] {false, true}) {
        List<DataType> replaced = new ArrayList<>(types);
        List<Argument> typed = new ArrayList<>(arguments);
        boolean isAny = false;
        for (int i = 0; i < types.size() && (isEach || !isAny); i++) {
          if (types.get(i) instanceof DataType.Null || types.get(i).equals(NOTHINGS.getFirst())) {
            replaced.set(i, nothing);
            typed.set(i, Argument.of(nothing));
            isAny = true;
          }
        }
        Signature signature = isAny ? rule.apply(replaced, typed) : null;
        if (signature != null) {
          return signature;
        }
      }
    }
    return null;
  }
}
