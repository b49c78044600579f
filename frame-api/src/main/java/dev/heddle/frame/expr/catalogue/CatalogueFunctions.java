package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    if (signature == null) {
      throw new AnalysisException(
          function.displayName()
              + " does not take ("
              + types.stream().map(DataType::sqlName).collect(Collectors.joining(", "))
              + "); cast the arguments");
    }
    return signature;
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

  /** Gives text literals the type the other arguments meet in, where that reads text. */
  public static List<DataType> readTextLiterals(List<Argument> arguments) {
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
