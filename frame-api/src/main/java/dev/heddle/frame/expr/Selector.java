package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Some of the columns of a frame: by type, name, pattern or position; immutable.
 *
 * <p>It takes the place of names in the verbs that take several columns, such as {@code
 * orders.drop(Selector.startingWith("tmp_"))}, and chooses when the verb is called, among the
 * columns of its frame, in their order. A selector may choose none; {@link #of} and {@link #at}
 * name columns that have to be there.
 */
@SuppressWarnings("ComparableType") // lists of columns mix names and selectors in this type
public final class Selector implements Comparable<String> {
  private final String text;
  private final Function<Schema, Set<String>> choice;

  private Selector(String text, Function<Schema, Set<String>> choice) {
    this.text = text;
    this.choice = choice;
  }

  /** Chooses every column. */
  public static Selector all() {
    return chosen("all()", field -> true);
  }

  /**
   * Chooses columns by their exact names, in the order given.
   *
   * <p>A verb fails with an {@link AnalysisException} if its frame lacks one.
   */
  public static Selector of(String... columns) {
    List<String> names = Arguments.all(columns, "columns");
    return new Selector(
        "of(" + String.join(", ", names) + ")",
        schema -> {
          for (String name : names) {
            if (schema.indexOf(name).isEmpty()) {
              throw new AnalysisException(
                  "Cannot select columns: " + NearestNames.missing("column", name, schema.names()));
            }
          }
          return new LinkedHashSet<>(names);
        });
  }

  /**
   * Chooses columns by position, from 0, in the order given; -1 is the last one.
   *
   * <p>A verb fails with an {@link AnalysisException} if its frame has fewer columns.
   */
  public static Selector at(int... positions) {
    int[] places = requireNonNull(positions, "positions is null").clone();
    String listed =
        Arrays.stream(places).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    return new Selector(
        "at(" + listed + ")",
        schema -> {
          Set<String> names = new LinkedHashSet<>();
          for (int place : places) {
            int size = schema.size();
            if (place >= size || place < -size) {
              throw new AnalysisException(
                  "Cannot select columns: no position " + place + " in " + size + " columns");
            }
            names.add(schema.field(place < 0 ? place + size : place).name());
          }
          return names;
        });
  }

  /** Chooses the columns for which something is true. */
  public static Selector where(Predicate<Field> condition) {
    return chosen("where(...)", requireNonNull(condition, "condition is null"));
  }

  /** Chooses the columns of some types; of decimals those of exactly the precision and scale. */
  public static Selector ofType(DataType... types) {
    List<DataType> wanted = Arguments.all(types, "types");
    String listed = wanted.stream().map(DataType::sqlName).collect(Collectors.joining(", "));
    return chosen("ofType(" + listed + ")", field -> wanted.contains(field.type()));
  }

  /** Chooses integers, decimals and floats. */
  public static Selector numeric() {
    return chosen("numeric()", field -> field.type().isNumeric());
  }

  /** Chooses text. */
  public static Selector text() {
    return chosen("text()", field -> field.type() instanceof DataType.Str);
  }

  /** Chooses dates, times of day and timestamps. */
  public static Selector temporal() {
    return chosen(
        "temporal()",
        field ->
            field.type() instanceof DataType.Date
                || field.type() instanceof DataType.Time
                || field.type() instanceof DataType.Timestamp);
  }

  /**
   * Chooses the columns whose whole name a regular expression matches.
   *
   * @throws AnalysisException if it is none
   */
  public static Selector matching(String regex) {
    try {
      Pattern pattern = Pattern.compile(requireNonNull(regex, "regex is null"));
      return chosen("matching(" + regex + ")", field -> pattern.matcher(field.name()).matches());
    } catch (PatternSyntaxException e) {
      throw new AnalysisException(
          "Cannot select columns: \"" + regex + "\" is no regular expression: " + e.getMessage());
    }
  }

  /** Chooses the columns whose name starts with a text. */
  public static Selector startingWith(String prefix) {
    requireNonNull(prefix, "prefix is null");
    return chosen("startingWith(" + prefix + ")", field -> field.name().startsWith(prefix));
  }

  /** Chooses the columns whose name ends with a text. */
  public static Selector endingWith(String suffix) {
    requireNonNull(suffix, "suffix is null");
    return chosen("endingWith(" + suffix + ")", field -> field.name().endsWith(suffix));
  }

  private static Selector chosen(String text, Predicate<Field> condition) {
    return new Selector(
        text,
        schema ->
            schema.fields().stream()
                .filter(condition)
                .map(Field::name)
                .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** Chooses these columns, and then those of another selector that are not among them. */
  public Selector or(Selector other) {
    requireNonNull(other, "other is null");
    return new Selector(
        this + ".or(" + other + ")",
        schema -> {
          Set<String> names = new LinkedHashSet<>(choice.apply(schema));
          names.addAll(other.choice.apply(schema));
          return names;
        });
  }

  /** Chooses the columns that both choose. */
  public Selector and(Selector other) {
    requireNonNull(other, "other is null");
    return new Selector(
        this + ".and(" + other + ")",
        schema -> {
          Set<String> names = new LinkedHashSet<>(choice.apply(schema));
          names.retainAll(other.choice.apply(schema));
          return names;
        });
  }

  /** Chooses these columns without those of another selector. */
  public Selector except(Selector other) {
    requireNonNull(other, "other is null");
    return new Selector(
        this + ".except(" + other + ")",
        schema -> {
          Set<String> names = new LinkedHashSet<>(choice.apply(schema));
          names.removeAll(other.choice.apply(schema));
          return names;
        });
  }

  /** Chooses these columns without some, by exact name. */
  public Selector except(String... columns) {
    return except(of(columns));
  }

  /**
   * Returns an expression for each of the columns, computed from it: {@code
   * numeric().each(Functions::max)}. A result without a name of its own has the column's.
   */
  public EachColumn each(Function<? super Expr.Column, ? extends Expr> function) {
    return new EachColumn(this, function);
  }

  /** Returns the names of the columns that it chooses of a schema. */
  public List<String> names(Schema schema) {
    List<String> names = new ArrayList<>();
    for (String name : choice.apply(requireNonNull(schema, "schema is null"))) {
      if (schema.whyUnreadable(name).isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** Compares its text with a name. */
  @Override
  public int compareTo(String name) {
    return text.compareTo(requireNonNull(name, "name is null"));
  }

  /** Returns it as it is written in Java. */
  @Override
  public String toString() {
    return text;
  }
}
