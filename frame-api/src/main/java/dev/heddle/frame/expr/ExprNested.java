package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Functions of lists, structs and maps on expressions; part of {@link Expr}. Positions count from
 * 1, as everywhere.
 */
public sealed interface ExprNested permits Expr {
  private Expr call(ScalarFunction function, Expr... others) {
    return ExprCalls.on((Expr) this, function, others);
  }

  /** Returns the field of a struct of exactly this name; null of a null struct. */
  default Expr field(String name) {
    return call(ScalarFunction.FIELD, Functions.lit(name));
  }

  /**
   * Returns the element of a list at a position from 1, from the end if negative, or the value of a
   * map's key; null if there is none.
   */
  default Expr element(@Nullable Comparable<?> positionOrKey) {
    return element(Literals.of(positionOrKey));
  }

  /**
   * Returns the element of a list at a position from 1, from the end if negative, or the value of a
   * map's key; null if there is none.
   */
  default Expr element(Expr positionOrKey) {
    return call(ScalarFunction.ELEMENT, positionOrKey);
  }

  /** Returns whether a list has the value as an element, a map as a key, or a text as a part. */
  default Expr contains(@Nullable Comparable<?> value) {
    return call(ScalarFunction.CONTAINS, Literals.of(value));
  }

  /** Returns the sum of a list's elements that are not null; null if there is none. */
  default Expr listSum() {
    return call(ScalarFunction.LIST_SUM);
  }

  /** Returns the average of a list's elements that are not null; null if there is none. */
  default Expr listAvg() {
    return call(ScalarFunction.LIST_AVG);
  }

  /** Returns the smallest element of a list that is not null; null if there is none. */
  default Expr listMin() {
    return call(ScalarFunction.LIST_MIN);
  }

  /** Returns the largest element of a list that is not null; null if there is none. */
  default Expr listMax() {
    return call(ScalarFunction.LIST_MAX);
  }

  /** Returns a list with its elements in order, small ones first, nulls last. */
  default Expr listSort() {
    return call(ScalarFunction.LIST_SORT);
  }

  /** Returns a list with its elements in order. */
  default Expr listSort(SortDirection direction, NullPlacement nulls) {
    return call(
        ScalarFunction.LIST_SORT,
        Functions.lit(direction == SortDirection.ASCENDING ? "asc" : "desc"),
        Functions.lit(nulls == NullPlacement.FIRST ? "nulls first" : "nulls last"));
  }

  /** Returns the different elements of a list that are not null, where they occur first. */
  default Expr listDistinct() {
    return call(ScalarFunction.LIST_DISTINCT);
  }

  /**
   * Returns a list's elements as one text; nulls are left out, and nothing but nulls gives null.
   */
  default Expr listJoin(String separator) {
    return call(ScalarFunction.LIST_JOIN, Functions.lit(separator));
  }

  /**
   * Returns the elements of a list from one position to another, both from 1, from the end if
   * negative; the last one belongs to it.
   */
  default Expr listSlice(long first, long last) {
    return call(ScalarFunction.LIST_SLICE, Functions.lit(first), Functions.lit(last));
  }

  /** Returns the elements of this list and the others; null lists count as empty. */
  default Expr listConcat(Expr... others) {
    return call(ScalarFunction.LIST_CONCAT, others);
  }

  /**
   * Returns structs of the elements at one position of this list and the others, with the fields
   * {@code element1, element2, ...}; shorter lists, and those that are null, are filled up with
   * nulls.
   */
  default Expr listZip(Expr... others) {
    return call(ScalarFunction.LIST_ZIP, others);
  }

  /** Returns the different elements of this list that another one has too, without nulls. */
  default Expr listIntersect(Expr other) {
    return call(ScalarFunction.LIST_INTERSECT, other);
  }

  /**
   * Returns the position from 1 of the first element of a list that equals the value, of a null the
   * first null's; null if there is none.
   */
  default Expr listPosition(Expr value) {
    return call(ScalarFunction.LIST_POSITION, value);
  }

  /** Returns the position from 1 of the first element that equals the value; null if none does. */
  default Expr listPosition(@Nullable Comparable<?> value) {
    return listPosition(Literals.of(value));
  }

  /** Returns the elements of a list's lists as one list; null lists among them are left out. */
  default Expr flatten() {
    return call(ScalarFunction.FLATTEN);
  }

  /** Returns the parts of a text between separators; without separator, its characters. */
  default Expr split(String separator) {
    return call(ScalarFunction.STRING_SPLIT, Functions.lit(separator));
  }

  /**
   * Returns a list of what an expression gives for each element: {@code
   * col("prices").listTransform(price -> price.times(col("rate")))}.
   */
  default Expr listTransform(UnaryOperator<Expr> body) {
    return Lambdas.each(ScalarFunction.LIST_TRANSFORM, (Expr) this, body);
  }

  /** Returns a list of what an expression gives for each element and its position from 1. */
  default Expr listTransform(BinaryOperator<Expr> body) {
    return Lambdas.each(ScalarFunction.LIST_TRANSFORM, (Expr) this, body);
  }

  /** Returns the elements of a list for which a condition is true. */
  default Expr listFilter(UnaryOperator<Expr> condition) {
    return Lambdas.each(ScalarFunction.LIST_FILTER, (Expr) this, condition);
  }

  /** Returns the elements for which a condition over them and their positions from 1 is true. */
  default Expr listFilter(BinaryOperator<Expr> condition) {
    return Lambdas.each(ScalarFunction.LIST_FILTER, (Expr) this, condition);
  }

  /**
   * Returns what an expression over the result so far and the next element gives in the end,
   * beginning with the first element: {@code col("l").listReduce((sum, x) -> sum.plus(x))}. An
   * empty list is an error when the query runs.
   */
  default Expr listReduce(BinaryOperator<Expr> body) {
    return Lambdas.reduce((Expr) this, null, body);
  }

  /** As {@link #listReduce(BinaryOperator)}, beginning with a value, which an empty list gives. */
  default Expr listReduce(Expr initial, BinaryOperator<Expr> body) {
    return Lambdas.reduce((Expr) this, requireNonNull(initial, "initial is null"), body);
  }

  /** Returns the keys of a map as a list. */
  default Expr mapKeys() {
    return call(ScalarFunction.MAP_KEYS);
  }

  /** Returns the values of a map as a list. */
  default Expr mapValues() {
    return call(ScalarFunction.MAP_VALUES);
  }

  /** Returns the entries of a map as a list of structs with the fields {@code key, value}. */
  default Expr mapEntries() {
    return call(ScalarFunction.MAP_ENTRIES);
  }

  /**
   * Returns whether a condition is true for an element of a list; null if for none, and null for
   * one.
   */
  default Expr listAny(UnaryOperator<Expr> condition) {
    requireNonNull(condition, "condition is null");
    return Lambdas.form(LambdaEntry.Form.ANY, x -> condition.apply(x.getFirst()), (Expr) this);
  }

  /**
   * Returns whether a condition is true for all elements of a list; null if it is false for none,
   * and null for one.
   */
  default Expr listAll(UnaryOperator<Expr> condition) {
    requireNonNull(condition, "condition is null");
    return Lambdas.form(LambdaEntry.Form.ALL, x -> condition.apply(x.getFirst()), (Expr) this);
  }

  /**
   * Returns a list of what an expression gives for the elements of two lists at one position, nulls
   * where one is shorter; null if one is.
   */
  default Expr listZipWith(Expr other, BinaryOperator<Expr> body) {
    requireNonNull(body, "body is null");
    return Lambdas.form(
        LambdaEntry.Form.ZIP, pair -> body.apply(pair.get(0), pair.get(1)), (Expr) this, other);
  }

  /** Returns the entries of a map for which a condition on key and value is true. */
  default Expr mapFilter(BinaryOperator<Expr> condition) {
    requireNonNull(condition, "condition is null");
    return Lambdas.form(
        LambdaEntry.Form.MAP_FILTER,
        pair -> condition.apply(pair.get(0), pair.get(1)),
        (Expr) this);
  }

  /** Returns a map with the keys that an expression gives for key and value. */
  default Expr mapTransformKeys(BinaryOperator<Expr> body) {
    requireNonNull(body, "body is null");
    return Lambdas.form(
        LambdaEntry.Form.MAP_KEYS, pair -> body.apply(pair.get(0), pair.get(1)), (Expr) this);
  }

  /** Returns a map with the values that an expression gives for key and value. */
  default Expr mapTransformValues(BinaryOperator<Expr> body) {
    requireNonNull(body, "body is null");
    return Lambdas.form(
        LambdaEntry.Form.MAP_VALUES, pair -> body.apply(pair.get(0), pair.get(1)), (Expr) this);
  }

  /** Returns the only element of a list; an error of a list of none or several. */
  default Expr listItem() {
    return Functions.call("list_item", (Expr) this);
  }

  /** Returns at most n elements of a list, chosen at random, in random order. */
  default Expr listSample(int n) {
    return Functions.call("list_sample", (Expr) this, Functions.lit(n));
  }

  /** Returns the list moved by places, with nulls where nothing is. */
  default Expr listShift(int n) {
    return Functions.call("list_shift", (Expr) this, Functions.lit(n));
  }

  /** Returns each element less the one before; null of the first. */
  default Expr listDiff() {
    return Functions.call("list_diff", (Expr) this);
  }

  /** Returns each n-th element, from the first one. */
  default Expr listGatherEvery(int n) {
    return Functions.call("list_gather_every", (Expr) this, Functions.lit(n));
  }

  /** Returns how many elements equal a value; a null equals a null. */
  default Expr listCountMatches(@Nullable Comparable<?> value) {
    return Functions.call("list_count_matches", (Expr) this, Literals.of(value));
  }

  /** Returns the different elements that exactly one of two lists has. */
  default Expr listSymmetricDifference(Expr other) {
    return Functions.call("array_symmetric_difference", (Expr) this, other);
  }

  /** Returns a struct of the first elements of a list, null where it is shorter. */
  default Expr listToStruct(String... names) {
    return Functions.call("list_to_struct", (Expr) this, texts(names));
  }

  /**
   * Returns a struct with another value for a field of the value's name, or with one field more.
   */
  default Expr withField(String name, Expr value) {
    return Functions.call(
        "struct_update", (Expr) this, requireNonNull(value, "value is null").named(name));
  }

  /** Returns a struct without fields, of which some must be left. */
  default Expr dropFields(String... names) {
    return byName("struct_drop", names);
  }

  /** Returns a struct with its fields under other names, in order. */
  default Expr renameFields(String... names) {
    return byName("struct_rename", names);
  }

  /** Returns any value as JSON. */
  default Expr toJson() {
    return call(ScalarFunction.TO_JSON);
  }

  private static Expr texts(String... texts) {
    return Functions.list(
        Arguments.all(texts, "texts").stream().map(Functions::lit).toArray(Expr[]::new));
  }

  private Expr byName(String function, String... texts) {
    List<Expr> arguments = new ArrayList<>(List.of((Expr) this));
    for (String text : Arguments.all(texts, "texts")) {
      arguments.add(Functions.lit(text));
    }
    return Functions.call(function, arguments.toArray(Expr[]::new));
  }
}
