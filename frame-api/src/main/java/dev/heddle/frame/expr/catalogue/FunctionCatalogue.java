package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.definition.BinDefinitions;
import dev.heddle.frame.expr.catalogue.definition.FormDefinitions;
import dev.heddle.frame.expr.catalogue.definition.JsonDefinitions;
import dev.heddle.frame.expr.catalogue.definition.MatchDefinitions;
import dev.heddle.frame.expr.catalogue.definition.PartDefinitions;
import dev.heddle.frame.expr.catalogue.definition.RandomDefinitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** All functions by their names. Immutable. */
public final class FunctionCatalogue {
  private static final Map<String, List<FunctionEntry>> ENTRIES = new HashMap<>();

  static {
    // where several entries of a name fit a call, the first one is meant: of an aggregate and a
    // definition of the same name, what the engine computes
    for (WindowFunction function : WindowFunction.values()) {
      add(new WindowEntry(function));
    }
    for (AggregateFunction function : AggregateFunction.values()) {
      if (!function.takesFraction() && function.isNamed()) {
        add(new AggregateEntry(function));
      }
    }
    AggregateDefinitions.all().forEach(FunctionCatalogue::add);
    MomentDefinitions.all().forEach(FunctionCatalogue::add);
    QuantileDefinitions.all().forEach(FunctionCatalogue::add);
    ScalarDefinitions.all().forEach(FunctionCatalogue::add);
    TimeDefinitions.all().forEach(FunctionCatalogue::add);
    ListDefinitions.all().forEach(FunctionCatalogue::add);
    RandomDefinitions.all().forEach(FunctionCatalogue::add);
    JsonDefinitions.all().forEach(FunctionCatalogue::add);
    MatchDefinitions.all().forEach(FunctionCatalogue::add);
    BinDefinitions.all().forEach(FunctionCatalogue::add);
    PartDefinitions.all().forEach(FunctionCatalogue::add);
    FormDefinitions.all().forEach(FunctionCatalogue::add);
    for (ValueFunction function : ValueFunction.values()) {
      if (function.isNamed()) {
        add(
            ExprFunction.scalar(
                String.join(",", function.sqlNames()),
                function.minArguments(),
                function.maxArguments(),
                parts -> function.call(parts.arguments())));
      }
    }
    for (LambdaEntry.Form form : LambdaEntry.Form.values()) {
      if (form != LambdaEntry.Form.LIST) {
        add(new LambdaEntry(ScalarFunction.LIST_TRANSFORM, form));
      }
    }
    for (ScalarFunction function : ScalarFunction.values()) {
      if (function.takesLambda()) {
        add(new LambdaEntry(function));
      } else if (function.isNamed()) {
        add(new ScalarEntry(function));
      }
    }
  }

  private static final List<String> NAMES =
      List.copyOf(
          new TreeSet<>(
              ENTRIES.keySet().stream().filter(n -> Character.isLetter(n.charAt(0))).toList()));

  private FunctionCatalogue() {}

  private static void add(FunctionEntry entry) {
    for (String name : entry.names()) {
      ENTRIES.computeIfAbsent(name, n -> new ArrayList<>()).add(entry);
    }
  }

  /** Returns all meanings of a name, whatever its case; none if there is no such function. */
  public static List<FunctionEntry> find(String name) {
    String key = requireNonNull(name, "name is null").toLowerCase(Locale.ROOT);
    return List.copyOf(ENTRIES.getOrDefault(key, List.of()));
  }

  /**
   * Returns whether a word names a part of a time, such as month, which functions of times take.
   */
  public static boolean isTimeUnit(String word) {
    return TimeDefinitions.isUnit(requireNonNull(word, "word is null"));
  }

  /** Returns the names of all functions, in lower case, sorted; operators are left out. */
  public static List<String> names() {
    return NAMES;
  }

  /** Returns the function that a bare word means, one of SQL's for the current time. */
  public static Optional<ScalarFunction> word(String word) {
    return switch (requireNonNull(word, "word is null").toLowerCase(Locale.ROOT)) {
      case "current_date" -> Optional.of(ScalarFunction.CURRENT_DATE);
      case "current_timestamp" -> Optional.of(ScalarFunction.CURRENT_TIMESTAMP);
      case "current_time", "localtime" -> Optional.of(ScalarFunction.LOCAL_TIME);
      case "localtimestamp" -> Optional.of(ScalarFunction.LOCAL_TIMESTAMP);
      default -> Optional.empty();
    };
  }

  /** Returns the text of an error about a name that no function has. */
  public static String missing(String name) {
    return NearestNames.missing("function", requireNonNull(name, "name is null"), NAMES);
  }

  /**
   * Returns the meaning of a name in a call.
   *
   * @throws AnalysisException if there is no such function, or none that can be called so
   */
  public static FunctionEntry pick(String name, CallShape shape) {
    requireNonNull(shape, "shape is null");
    List<FunctionEntry> found = find(name);
    if (found.isEmpty()) {
      throw new AnalysisException(missing(name));
    }
    for (FunctionEntry entry : found) {
      if (entry.orderUse() == FunctionEntry.OrderUse.REQUIRED && entry.accepts(shape)) {
        return entry;
      }
    }
    for (FunctionEntry entry : found) {
      if (entry.accepts(shape)) {
        return entry;
      }
    }
    throw new AnalysisException(refusal(name.toLowerCase(Locale.ROOT), found, shape));
  }

  private static String refusal(String name, List<FunctionEntry> found, CallShape shape) {
    if (found.stream().noneMatch(entry -> entry.takes(shape.arguments()))) {
      return wrongCount(name, found, shape.arguments());
    }
    boolean isScalar = found.stream().allMatch(entry -> entry.kind() == FunctionKind.SCALAR);
    if (isScalar) {
      return shape.isOver()
          ? name + " is no aggregate or window function: it takes no OVER"
          : name
              + " is no aggregate: it takes no "
              + (shape.isDistinct() ? "DISTINCT" : shape.hasFilter() ? "FILTER" : "ORDER BY");
    }
    return found.stream().allMatch(entry -> entry.kind() == FunctionKind.WINDOW)
        ? name + " is a window function: add OVER (...)"
        : name + " with " + shape.arguments() + " arguments cannot be called so";
  }

  /** Returns the text of an error about the number of arguments. */
  static String wrongCount(String name, List<? extends FunctionEntry> entries, int count) {
    int min = entries.stream().mapToInt(FunctionEntry::minArguments).min().orElseThrow();
    int max = entries.stream().mapToInt(FunctionEntry::maxArguments).max().orElseThrow();
    String takes =
        min == max
            ? String.valueOf(min)
            : max == CatalogueFunction.UNBOUNDED ? "at least " + min : min + " to " + max;
    return name
        + " takes "
        + takes
        + (takes.equals("1") ? " argument, not " : " arguments, not ")
        + count;
  }

  /**
   * Returns a call by name as frames make it: of a function that exists only over windows, and of
   * an aggregate, without its window.
   *
   * @throws AnalysisException if there is no such function, or none that can be called so
   */
  public static Expr call(String name, CallParts parts) {
    requireNonNull(parts, "parts is null");
    boolean isWindowOnly =
        !find(name).isEmpty()
            && find(name).stream().allMatch(entry -> entry.kind() == FunctionKind.WINDOW);
    CallShape shape = isWindowOnly ? parts.shape().over() : parts.shape();
    return checked(pick(name, shape), parts);
  }

  /**
   * Returns a call by name over a window, which a window function is preferred for.
   *
   * @throws AnalysisException if there is no such function, or none that can be called so
   */
  public static Expr callOver(String name, CallParts parts) {
    requireNonNull(parts, "parts is null");
    return checked(pick(name, parts.shape().over()), parts);
  }

  private static Expr checked(FunctionEntry entry, CallParts parts) {
    Expr call = entry.build(parts);
    if (entry instanceof ExprFunction function && ExprParts.isVolatileInEachPlace(call)) {
      for (Expr repeated : function.repeated(parts)) {
        if (ExprParts.isVolatileInEachPlace(repeated)) {
          throw new AnalysisException(
              function.displayName()
                  + " evaluates "
                  + repeated
                  + " more than once, and it gives another value each time; make it a column"
                  + " first");
        }
      }
    }
    return call;
  }
}
