package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ParameterLiterals;
import dev.heddle.frame.schema.DataType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values for the parameters of SQL text, by number or by name. Immutable. */
public final class SqlParameters {
  private static final SqlParameters NONE = new SqlParameters(Map.of(), false);

  private final Map<String, @Nullable Object> values;
  private final boolean isByNumber;

  private SqlParameters(Map<String, @Nullable Object> values, boolean isByNumber) {
    this.values = values;
    this.isByNumber = isByNumber;
  }

  /** Returns no values. */
  public static SqlParameters none() {
    return NONE;
  }

  /** Returns the values of {@code ?} in their order, which are {@code $1}, {@code $2} and so on. */
  public static SqlParameters of(List<? extends @Nullable Object> values) {
    Map<String, @Nullable Object> numbered = new LinkedHashMap<>();
    for (Object value : requireNonNull(values, "values is null")) {
      numbered.put(String.valueOf(numbered.size() + 1), value);
    }
    return new SqlParameters(Collections.unmodifiableMap(numbered), true);
  }

  /** Returns the values of {@code $name} by name. */
  public static SqlParameters of(Map<String, ? extends @Nullable Object> values) {
    Map<String, @Nullable Object> named =
        new LinkedHashMap<>(requireNonNull(values, "values is null"));
    requireNames(named);
    return new SqlParameters(Collections.unmodifiableMap(named), false);
  }

  /** Fails if a name is null. */
  static void requireNames(Map<String, ?> named) {
    for (String name : named.keySet()) {
      if (name == null) {
        throw new AnalysisException(
            "Cannot bind parameters: the name of " + named.get(name) + " is null; write $name");
      }
    }
  }

  /** Returns whether there are no values. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /**
   * Returns the values as constants of the types of a statement's parameters.
   *
   * @throws AnalysisException if there is no value for one, or one does not fit its type
   */
  public Map<String, Expr> constants(Map<String, DataType> types) {
    Map<String, Expr> constants = new LinkedHashMap<>();
    requireNames(requireNonNull(types, "types is null"));
    types.forEach(
        (name, type) -> {
          if (!values.containsKey(name)) {
            throw missing(name, types.keySet());
          }
          constants.put(name, ParameterLiterals.of(name, values.get(name), type));
        });
    return constants;
  }

  private AnalysisException missing(String name, Collection<String> names) {
    return new AnalysisException(
        "Cannot bind parameters: "
            + (isByNumber && isNumber(name)
                ? "there are " + names.size() + " and " + values.size() + " values are given"
                : "parameter "
                    + name
                    + " has no value; given are "
                    + List.copyOf(values.keySet())));
  }

  private static boolean isNumber(String name) {
    return name.chars().allMatch(Character::isDigit);
  }

  /**
   * Fails if there is a value that no parameter takes.
   *
   * @param names the parameters of all statements
   */
  public void requireAll(Collection<String> names) {
    List<String> all = Arguments.all(names, "names");
    for (String name : values.keySet()) {
      if (!all.contains(name) && isByNumber && all.stream().anyMatch(n -> !isNumber(n))) {
        throw new AnalysisException(
            "Cannot bind parameters: they have names, "
                + all
                + ", and the values numbers; give values by name");
      }
      if (!all.contains(name)) {
        throw new AnalysisException(
            "Cannot bind parameters: "
                + (isByNumber
                    ? "there are " + all.size() + " and " + values.size() + " values are given"
                    : NearestNames.missing("parameter", name, all)));
      }
    }
  }
}
