package dev.heddle.planner.sql.binder.scope;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Span;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parameters of one query with what is known of their types. A query is bound again while more
 * becomes known: what one parameter is may follow from what another one is.
 */
public final class ParameterTypes {
  private final boolean areTaken;
  private final Map<String, DataType> known = new LinkedHashMap<>();
  private final Map<String, DataType> suggested = new LinkedHashMap<>();
  private final Map<String, Span> places = new LinkedHashMap<>();

  private ParameterTypes(boolean areTaken) {
    this.areTaken = areTaken;
  }

  /** Returns those of a text whose parameters may have values. */
  public static ParameterTypes taken() {
    return new ParameterTypes(true);
  }

  /** Returns those of a text in which a parameter is an error. */
  static ParameterTypes refused() {
    return new ParameterTypes(false);
  }

  boolean areTaken() {
    return areTaken;
  }

  Expr.Parameter of(Expression.Parameter parameter) {
    places.putIfAbsent(parameter.name(), parameter.span());
    return new Expr.Parameter(
        parameter.name(), known.computeIfAbsent(parameter.name(), name -> DataType.NULL));
  }

  /** Notes what type a parameter has in one place. */
  void suggest(String name, DataType type) {
    if (type instanceof DataType.Null) {
      return;
    }
    DataType other = suggested.get(name);
    DataType common = other == null ? type : TypeCoercion.commonType(other, type);
    if (common == null) {
      throw new AnalysisException(
          "Cannot bind: parameter "
              + name
              + " is "
              + other.sqlName()
              + " in one place and "
              + type.sqlName()
              + " in another; write CAST($"
              + name
              + " AS ...) in one of them");
    }
    suggested.put(name, common);
  }

  /** Takes over what was suggested; returns whether a type has become known by it. */
  public boolean learn() {
    boolean isNew = false;
    for (Map.Entry<String, DataType> each : suggested.entrySet()) {
      if (known.get(each.getKey()) instanceof DataType.Null) {
        known.put(each.getKey(), each.getValue());
        isNew = true;
      }
    }
    suggested.clear();
    return isNew;
  }

  public boolean isComplete() {
    return known.values().stream().noneMatch(DataType.Null.class::isInstance);
  }

  /** Returns the types, of numbers by number, of names in the order of the text. */
  public Map<String, DataType> types() {
    Map<String, DataType> ordered = new LinkedHashMap<>();
    known.keySet().stream()
        .sorted(Comparator.comparingInt(ParameterTypes::number).thenComparingInt(this::place))
        .forEach(name -> ordered.put(name, known.get(name)));
    return ordered;
  }

  private static int number(String name) {
    boolean isNumber = name.length() < 9 && name.chars().allMatch(Character::isDigit);
    return isNumber ? Integer.parseInt(name) : Integer.MAX_VALUE;
  }

  private int place(String name) {
    return requireNonNull(places.get(name), "a parameter has a place").start();
  }

  /** Returns the error about the first parameter without a type. */
  public AnalysisException untyped(BindContext context) {
    String name =
        known.entrySet().stream()
            .filter(each -> each.getValue() instanceof DataType.Null)
            .findFirst()
            .orElseThrow()
            .getKey();
    return context.error(
        requireNonNull(places.get(name), "a parameter has a place"),
        "the type of parameter " + name + " is unknown; write CAST($" + name + " AS type)");
  }
}
