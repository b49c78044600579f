package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.verb.Projections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Verbs that add, name and convert columns, or make rows of them; part of {@link DataFrame}. */
public sealed interface FrameColumns permits DataFrame {
  private DataFrame frame() {
    return (DataFrame) this;
  }

  /** Returns this frame with one more column, as {@link #withColumns}. */
  default DataFrame withColumn(String name, Expr column) {
    return frame().withColumns(requireNonNull(column, "column is null").named(name));
  }

  /** Returns this frame with one column under another name. */
  default DataFrame rename(String column, String newName) {
    return rename(
        Map.of(
            requireNonNull(column, "column is null"), requireNonNull(newName, "newName is null")));
  }

  /**
   * Returns a row for each element of a list, in the list's place; of a map its entries, as columns
   * {@code key} and {@code value}. Rows whose list is null or empty are left out.
   *
   * <p>{@code orders.explode("tags")} has a row for each tag of each order.
   */
  default DataFrame explode(String column) {
    return explode(Explode.of(column));
  }

  /** Returns a row for each element of a column's list, as {@link #explode(String)}. */
  default DataFrame explode(Expr.Column column) {
    return explode(Explode.of(requireNonNull(column, "column is null").name()));
  }

  /**
   * Returns a row for each element of a list, as {@link #explode(String)}, and as the argument
   * specifies with the element's position, and with the rows whose list is null or empty.
   *
   * @throws AnalysisException if there is no such column of lists or maps, or two columns would
   *     have one name
   */
  default DataFrame explode(Explode how) {
    return frame().derive(requireNonNull(how, "how is null").apply(frame().plan()));
  }

  /**
   * Returns this frame with the fields of structs as columns, in the place of each struct; of a
   * null struct they are null.
   *
   * <p>{@code people.unnest("address")} has {@code street} and {@code city} in its place.
   *
   * @throws AnalysisException if there is no such column of structs, or two columns would have one
   *     name
   */
  default DataFrame unnest(String... columns) {
    return frame().derive(Projections.unnest(frame().plan(), Arguments.all(columns, "columns")));
  }

  /** Returns this frame with some columns under other names. */
  default DataFrame rename(Map<String, String> newNames) {
    return frame()
        .derive(
            Projections.rename(frame().plan(), new TreeMap<>(Arguments.all(newNames, "newNames"))));
  }

  /** Returns this frame without some columns. */
  default DataFrame drop(String... columns) {
    return frame().derive(Projections.drop(frame().plan(), Arguments.all(columns, "columns")));
  }

  /**
   * Returns this frame with a column converted; values that do not fit are an error when the query
   * runs.
   */
  default DataFrame cast(String column, DataType type) {
    return cast(
        Map.of(requireNonNull(column, "column is null"), requireNonNull(type, "type is null")));
  }

  /**
   * Returns this frame with some columns converted; values that do not fit are an error when the
   * query runs.
   */
  default DataFrame cast(Map<String, DataType> types) {
    return frame()
        .derive(Projections.cast(frame().plan(), new TreeMap<>(Arguments.all(types, "types"))));
  }

  /**
   * Returns this frame with a first column that numbers the rows from 0: in their order if the
   * frame is sorted, else in any.
   *
   * @param name name of the new column
   */
  default DataFrame withRowIndex(String name) {
    return withRowIndex(name, 0);
  }

  /**
   * Returns this frame with a first column that numbers the rows from a start, as {@link
   * #withRowIndex(String)}.
   */
  default DataFrame withRowIndex(String name, long start) {
    return frame()
        .derive(Projections.indexed(frame().plan(), requireNonNull(name, "name is null"), start));
  }

  /**
   * Returns this frame with all columns under other names, in their order.
   *
   * @throws AnalysisException if there are more or fewer names than columns, or two are equal
   */
  default DataFrame withNames(String... names) {
    return frame().derive(Projections.rename(frame().plan(), Arguments.all(names, "names")));
  }

  /** Returns this frame with each column under the name that a function makes of its name. */
  default DataFrame rename(UnaryOperator<String> newName) {
    requireNonNull(newName, "newName is null");
    List<@Nullable String> names = new ArrayList<>();
    frame().schema().names().forEach(name -> names.add(newName.apply(name)));
    return withNames(names.toArray(String[]::new));
  }

  /**
   * Returns the columns of a schema, in its order and converted to its types; others are left out.
   * Values that do not fit are an error when the query runs.
   *
   * @throws AnalysisException if a column is missing, has no conversion to its type, or may be null
   *     where the schema has no nulls
   */
  default DataFrame select(Schema schema) {
    return frame()
        .derive(Projections.select(frame().plan(), requireNonNull(schema, "schema is null")));
  }
}
