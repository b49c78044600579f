package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Lambdas;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A function of lists or maps that evaluates an expression for each element: {@code
 * list_transform(list, x -> x + 1)}, {@code map_filter(map, (k, v) -> v > 1)}.
 *
 * @param function what is called for the elements
 * @param form what of them the expression has, and what becomes of its values
 */
public record LambdaEntry(ScalarFunction function, Form form) implements FunctionEntry {
  /** Checks that nothing is missing. */
  public LambdaEntry {
    requireNonNull(function, "function is null");
    requireNonNull(form, "form is null");
  }

  /** Makes the entry of a function of a list. */
  public LambdaEntry(ScalarFunction function) {
    this(function, Form.LIST);
  }

  @Override
  public List<String> names() {
    return form == Form.LIST ? function.sqlNames() : form.names();
  }

  @Override
  public int minArguments() {
    return form.lists() + 1;
  }

  @Override
  public int maxArguments() {
    return minArguments() + (isReduction() ? 1 : 0);
  }

  @Override
  public FunctionKind kind() {
    return FunctionKind.SCALAR;
  }

  @Override
  public DistinctUse distinctUse() {
    return DistinctUse.REFUSED;
  }

  @Override
  public OrderUse orderUse() {
    return OrderUse.IGNORED;
  }

  /** Returns whether it folds the elements of a list into one value. */
  public boolean isReduction() {
    return function == ScalarFunction.LIST_REDUCE;
  }

  /** Returns what it takes, for messages. */
  public String usage() {
    return displayName()
        + (isReduction()
            ? " takes a list, a function such as (sum, x) -> sum + x, and maybe a first value"
            : form.usage());
  }

  /** Fails always: the expression is no argument like others. */
  @Override
  public Expr build(CallParts parts) {
    throw new AnalysisException(usage());
  }

  /**
   * Returns the call.
   *
   * @param given the lists or maps, and of a reduction maybe the value that it begins with
   * @param parameters how many parameters the expression has
   * @param body makes the expression of its parameters, which have the types of what they
   *     represent, see {@link Lambdas#call}
   * @param witness gives something small of a list's type, or the list
   * @throws AnalysisException if the number of arguments or parameters does not fit
   */
  public Expr build(
      List<Expr> given,
      int parameters,
      Function<List<Expr>, Expr> body,
      UnaryOperator<Expr> witness) {
    int lists = form.lists();
    if (given.size() < lists || given.size() > lists + (isReduction() ? 1 : 0)) {
      return build(CallParts.of(given));
    }
    return form == Form.LIST
        ? Lambdas.call(
            function,
            given.getFirst(),
            given.size() > 1 ? given.get(1) : null,
            parameters,
            body,
            witness)
        : form.build(displayName(), given, parameters, body, witness);
  }

  /** What of lists and maps an expression over their elements has, and what its values become. */
  public enum Form {
    /** The functions of one list that the engine computes. */
    LIST("", 1, 1),
    /** Whether a condition is true for an element; null if for none, and null for one. */
    ANY("exists,any_match", 1, 1),
    /** Whether a condition is false for no element; null if for none, and null for one. */
    ALL("forall,all_match", 1, 1),
    /** Values of the elements of two lists at one position, nulls where one is shorter. */
    ZIP("zip_with", 2, 2),
    /** The entries of a map for which a condition on key and value is true. */
    MAP_FILTER("map_filter", 1, 2),
    /** A map with other keys, of key and value. */
    MAP_KEYS("transform_keys", 1, 2),
    /** A map with other values, of key and value. */
    MAP_VALUES("transform_values", 1, 2),
    /** A map of all keys of two maps, with values of the key and both values. */
    MAP_ZIP("map_zip_with", 2, 3);

    private static final String KEY = "key";
    private static final String VALUE = "value";

    private final List<String> names;
    private final int lists;
    private final int parameters;

    Form(String names, int lists, int parameters) {
      this.names = List.of(names.split(","));
      this.lists = lists;
      this.parameters = parameters;
    }

    List<String> names() {
      return names;
    }

    int lists() {
      return lists;
    }

    /** Returns how many parameters the expression has. */
    public int parameters() {
      return parameters;
    }

    String usage() {
      return switch (this) {
        case LIST, ANY, ALL -> " takes a list and a function such as x -> x + 1";
        case ZIP -> " takes two lists and a function such as (x, y) -> x + y";
        case MAP_FILTER, MAP_KEYS, MAP_VALUES ->
            " takes a map and a function such as (k, v) -> v + 1";
        case MAP_ZIP -> " takes two maps and a function such as (k, v, w) -> v + w";
      };
    }

    Expr build(
        String name,
        List<Expr> given,
        int count,
        Function<List<Expr>, Expr> body,
        UnaryOperator<Expr> witness) {
      boolean mayHavePosition = this == ANY || this == ALL;
      if (count != parameters && !(mayHavePosition && count == parameters + 1)) {
        throw new AnalysisException(
            "the function of " + name + " takes " + parameters + " parameters, not " + count);
      }
      Expr first = given.getFirst();
      return switch (this) {
        case LIST -> throw new IllegalStateException("Made by the function");
        case ANY -> any(first, transformed(first, count, body, witness), true);
        case ALL -> any(first, transformed(first, count, body, witness), false);
        case ZIP -> zipped(given, body, witness);
        case MAP_FILTER ->
            ofEntries(
                Lambdas.call(
                    ScalarFunction.LIST_FILTER,
                    entries(first),
                    null,
                    1,
                    entry -> body.apply(parts(entry)),
                    witness));
        case MAP_KEYS ->
            ofEntries(
                transformed(
                    entries(first),
                    1,
                    entry -> entry(body.apply(parts(entry)), field(entry.getFirst(), VALUE)),
                    witness));
        case MAP_VALUES ->
            ofEntries(
                transformed(
                    entries(first),
                    1,
                    entry -> entry(field(entry.getFirst(), KEY), body.apply(parts(entry))),
                    witness));
        case MAP_ZIP -> zippedMaps(given, body, witness);
      };
    }

    private static Expr transformed(
        Expr list, int count, Function<List<Expr>, Expr> body, UnaryOperator<Expr> witness) {
      return Lambdas.call(ScalarFunction.LIST_TRANSFORM, list, null, count, body, witness);
    }

    /** Whether one of the values decides; null if none does and one is null. */
    private static Expr any(Expr list, Expr values, boolean decisive) {
      return caseWhen(call(ScalarFunction.CONTAINS, values, lit(decisive)), lit(decisive))
          .orWhen(
              call(ScalarFunction.LIST_COUNT, values).lt(call(ScalarFunction.LENGTH, values)),
              litNull())
          .orWhen(list.isNotNull(), lit(!decisive))
          .otherwiseNull();
    }

    private static Expr zipped(
        List<Expr> given, Function<List<Expr>, Expr> body, UnaryOperator<Expr> witness) {
      Expr pairs = new Expr.Call(ScalarFunction.LIST_ZIP, given);
      Expr values =
          transformed(
              pairs,
              1,
              pair ->
                  body.apply(
                      List.of(
                          field(pair.getFirst(), TypeCoercion.rowField(0)),
                          field(pair.getFirst(), TypeCoercion.rowField(1)))),
              witness);
      return caseWhen(given.get(0).isNotNull().and(given.get(1).isNotNull()), values)
          .otherwiseNull();
    }

    private static Expr zippedMaps(
        List<Expr> given, Function<List<Expr>, Expr> body, UnaryOperator<Expr> witness) {
      Expr keys =
          call(
              ScalarFunction.LIST_DISTINCT,
              call(
                  ScalarFunction.CONCAT_OPERATOR,
                  call(ScalarFunction.MAP_KEYS, given.get(0)),
                  call(ScalarFunction.MAP_KEYS, given.get(1))));
      return ofEntries(
          transformed(
              keys,
              1,
              key ->
                  entry(
                      key.getFirst(),
                      body.apply(
                          List.of(
                              key.getFirst(),
                              call(ScalarFunction.ELEMENT, given.get(0), key.getFirst()),
                              call(ScalarFunction.ELEMENT, given.get(1), key.getFirst())))),
              witness));
    }

    private static Expr entries(Expr map) {
      return call(ScalarFunction.MAP_ENTRIES, map);
    }

    private static List<Expr> parts(List<Expr> entry) {
      return List.of(field(entry.getFirst(), KEY), field(entry.getFirst(), VALUE));
    }

    private static Expr field(Expr struct, String name) {
      return call(ScalarFunction.FIELD, struct, lit(name));
    }

    private static Expr entry(Expr key, Expr value) {
      return call(ScalarFunction.STRUCT_OF, lit(KEY), key, lit(VALUE), value);
    }

    private static Expr ofEntries(Expr entries) {
      return ValueFunction.MAP_FROM_ENTRIES.call(List.of(entries));
    }
  }
}
