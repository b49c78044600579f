package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of typing a call that is the same for every function. */
public final class CatalogueFunctions {
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
      signature =
          rule.apply(
              types.stream().map(TypeCoercion::signed).toList(),
              arguments.stream().map(CatalogueFunctions::signed).toList());
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

  private static @Nullable List<DataType> readUnsigned(List<Argument> arguments) {
    DataType common =
        TypeCoercion.commonType(
            arguments.stream().filter(a -> a.whole() == null).map(Argument::type).toList());
    if (!(common instanceof DataType.Unsigned type)
        || !arguments.stream()
            .allMatch(a -> a.whole() == null || type.holds(BigInteger.valueOf(a.whole())))) {
      return null;
    }
    return arguments.stream().map(a -> a.whole() == null ? a.type() : type).toList();
  }

  private static Argument signed(Argument argument) {
    return new Argument(TypeCoercion.signed(argument.type()), argument.text(), argument.whole());
  }

  private static String arity(CatalogueFunction function) {
    int min = function.minArguments();
    int max = function.maxArguments();
    return min == max
        ? "" + min
        : max == CatalogueFunction.UNBOUNDED ? "at least " + min : min + " to " + max;
  }

  private static List<DataType> typesOf(List<Argument> arguments) {
    List<DataType> types = new ArrayList<>(arguments.size());
    for (Argument argument : arguments) {
      types.add(argument.type());
    }
    return types;
  }

  /**
   * Gives text literals the type the other arguments meet in, where that reads text, and literal
   * integers beside unsigned ones their type, where that holds them.
   */
  public static List<DataType> readTextLiterals(List<Argument> arguments) {
    List<DataType> unsigned = readUnsigned(arguments);
    if (unsigned != null) {
      return unsigned;
    }
    List<DataType> others =
        arguments.stream().filter(a -> !a.isTextLiteral()).map(Argument::type).toList();
    DataType common = TypeCoercion.commonType(others);
    if (common == null || !TypeCoercion.readsTextLiterals(common)) {
      return typesOf(arguments);
    }
    List<DataType> types = new ArrayList<>(arguments.size());
    for (Argument argument : arguments) {
      types.add(argument.isTextLiteral() ? common : argument.type());
    }
    return types;
  }
}
