package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Verdicts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Converts a predicate over a dataset's columns to the columns of one file: constants are decided,
 * values that converted columns are compared with are converted back.
 *
 * <p>The result is true wherever the predicate is; there is none where that cannot be ensured.
 */
final class PredicateMapping {
  private static final PruningPredicate TRUE = new PruningPredicate.AllOf(List.of());
  private static final PruningPredicate FALSE = new PruningPredicate.AnyOf(List.of());

  private static final ColumnOrigin NULL = new ColumnOrigin.Constant(Optional.empty());

  private final List<DataType> types;
  private final List<ColumnOrigin> origins;
  private final int[] positions;

  /**
   * Makes a mapping.
   *
   * @param types of the dataset's request
   * @param origins of its columns
   * @param positions of its columns in the request to the file
   */
  PredicateMapping(List<DataType> types, List<ColumnOrigin> origins, int[] positions) {
    this.types = types;
    this.origins = origins;
    this.positions = positions;
  }

  /** Returns what the predicate implies, if that is worth looking at. */
  Optional<PruningPredicate> of(PruningPredicate predicate) {
    return map(predicate).filter(mapped -> !mapped.equals(TRUE));
  }

  private Optional<PruningPredicate> map(PruningPredicate predicate) {
    return switch (predicate) {
      case PruningPredicate.Compare(int column, Operator operator, ScanValue value) ->
          compare(column, operator, value);
      case PruningPredicate.In(int column, List<ScanValue> values) -> in(column, values);
      case PruningPredicate.Among among ->
          origins.get(among.column()) instanceof ColumnOrigin.Stored
              ? Optional.of(new PruningPredicate.Among(positions[among.column()], among.values()))
              : map(among.range());
      case PruningPredicate.StartsWith(int column, ScanValue prefix) -> startsWith(column, prefix);
      case PruningPredicate.IsNull(int column) -> isNull(column, true);
      case PruningPredicate.IsNotNull(int column) -> isNull(column, false);
      case PruningPredicate.InStruct inStruct -> inStruct(inStruct);
      case PruningPredicate.Runtime runtime -> map(runtime.now());
      case PruningPredicate.AnyOf(List<PruningPredicate> parts) -> anyOf(parts);
      case PruningPredicate.AllOf(List<PruningPredicate> parts) -> allOf(parts);
    };
  }

  private Optional<PruningPredicate> anyOf(List<PruningPredicate> parts) {
    List<PruningPredicate> mapped = new ArrayList<>();
    for (PruningPredicate part : parts) {
      Optional<PruningPredicate> one = map(part);
      if (one.isEmpty() || one.get().equals(TRUE)) {
        return one;
      }
      if (!one.get().equals(FALSE)) {
        mapped.add(one.get());
      }
    }
    return Optional.of(mapped.size() == 1 ? mapped.getFirst() : new PruningPredicate.AnyOf(mapped));
  }

  private Optional<PruningPredicate> allOf(List<PruningPredicate> parts) {
    List<PruningPredicate> mapped = new ArrayList<>();
    for (PruningPredicate part : parts) {
      Optional<PruningPredicate> one = map(part);
      if (one.isPresent() && one.get().equals(FALSE)) {
        return one;
      }
      one.filter(p -> !p.equals(TRUE)).ifPresent(mapped::add);
    }
    return Optional.of(mapped.size() == 1 ? mapped.getFirst() : new PruningPredicate.AllOf(mapped));
  }

  private Optional<PruningPredicate> inStruct(PruningPredicate.InStruct predicate) {
    int column = predicate.column();
    DataType type = types.get(column);
    ColumnOrigin origin = origins.get(column);
    for (String name : predicate.path()) {
      type = field(type, name).orElseThrow();
      if (origin instanceof ColumnOrigin.Converted(int position, DataType from)) {
        DataType wider = type;
        origin =
            field(from, name)
                .<ColumnOrigin>map(stored -> stored(position, stored, wider))
                .orElse(NULL);
      }
    }
    if (origin instanceof ColumnOrigin.Constant && !origin.equals(NULL)) {
      return Optional.empty();
    }
    List<DataType> itsTypes = new ArrayList<>(types);
    itsTypes.set(column, type);
    List<ColumnOrigin> itsOrigins = new ArrayList<>(origins);
    itsOrigins.set(column, origin);
    return new PredicateMapping(itsTypes, itsOrigins, positions)
        .map(predicate.predicate())
        .map(mapped -> inStruct(predicate.path(), mapped));
  }

  private static ColumnOrigin stored(int position, DataType from, DataType to) {
    return from.equals(to)
        ? new ColumnOrigin.Stored(position)
        : from instanceof DataType.Null ? NULL : new ColumnOrigin.Converted(position, from);
  }

  private static Optional<DataType> field(DataType struct, String name) {
    return struct instanceof DataType.Struct(List<Field> fields)
        ? fields.stream().filter(f -> f.name().equals(name)).map(Field::type).findFirst()
        : Optional.empty();
  }

  private static PruningPredicate inStruct(List<String> path, PruningPredicate mapped) {
    return switch (mapped) {
      case PruningPredicate.AnyOf any ->
          new PruningPredicate.AnyOf(
              any.predicates().stream().map(part -> inStruct(path, part)).toList());
      case PruningPredicate.AllOf all ->
          new PruningPredicate.AllOf(
              all.predicates().stream().map(part -> inStruct(path, part)).toList());
      case PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.InStruct _,
          PruningPredicate.Runtime _ ->
          new PruningPredicate.InStruct(Verdicts.column(mapped), path, mapped);
    };
  }

  private Optional<PruningPredicate> isNull(int column, boolean wantsNull) {
    if (origins.get(column) instanceof ColumnOrigin.Constant(Optional<ScanValue> value)) {
      return Optional.of(value.isEmpty() == wantsNull ? TRUE : FALSE);
    }
    int position = positions[column];
    return Optional.of(
        wantsNull
            ? new PruningPredicate.IsNull(position)
            : new PruningPredicate.IsNotNull(position));
  }

  private Optional<PruningPredicate> startsWith(int column, ScanValue prefix) {
    return switch (origins.get(column)) {
      case ColumnOrigin.Stored _ ->
          Optional.of(new PruningPredicate.StartsWith(positions[column], prefix));
      case ColumnOrigin.Converted _ -> Optional.empty();
      case ColumnOrigin.Constant(Optional<ScanValue> value) ->
          value.isEmpty()
              ? Optional.of(FALSE)
              : value.get() instanceof ScanValue.Bytes(byte[] text)
                      && prefix instanceof ScanValue.Bytes(byte[] start)
                  ? Optional.of(
                      text.length >= start.length
                              && Arrays.equals(text, 0, start.length, start, 0, start.length)
                          ? TRUE
                          : FALSE)
                  : Optional.empty();
    };
  }

  private Optional<PruningPredicate> in(int column, List<ScanValue> values) {
    if (origins.get(column) instanceof ColumnOrigin.Stored) {
      return Optional.of(new PruningPredicate.In(positions[column], values));
    }
    return anyOf(
        values.stream()
            .<PruningPredicate>map(
                value -> new PruningPredicate.Compare(column, Operator.EQUAL, value))
            .toList());
  }

  private Optional<PruningPredicate> compare(int column, Operator operator, ScanValue value) {
    return switch (origins.get(column)) {
      case ColumnOrigin.Stored _ ->
          Optional.of(new PruningPredicate.Compare(positions[column], operator, value));
      case ColumnOrigin.Converted(_, DataType from) ->
          converted(positions[column], Widening.of(from, types.get(column)), operator, value);
      case ColumnOrigin.Constant(Optional<ScanValue> constant) ->
          constant.isEmpty()
              ? Optional.of(FALSE)
              : decide(constant.get(), operator, value).map(holds -> holds ? TRUE : FALSE);
    };
  }

  private static Optional<Boolean> decide(ScanValue left, Operator operator, ScanValue right) {
    OptionalInt order =
        switch (left) {
          case ScanValue.Whole(BigInteger a) when right instanceof ScanValue.Whole(BigInteger b) ->
              OptionalInt.of(a.compareTo(b));
          case ScanValue.Bytes(byte[] a) when right instanceof ScanValue.Bytes(byte[] b) ->
              OptionalInt.of(Arrays.compareUnsigned(a, b));
          case ScanValue.Truth(boolean a) when right instanceof ScanValue.Truth(boolean b) ->
              OptionalInt.of(Boolean.compare(a, b));
          case ScanValue.Whole _,
              ScanValue.Bytes _,
              ScanValue.Truth _,
              ScanValue.Floating _, // a row filter decides, with its rules for NaN
              ScanValue.Span _ ->
              OptionalInt.empty();
        };
    if (order.isEmpty()) {
      return Optional.empty();
    }
    int sign = order.getAsInt();
    return Optional.of(
        switch (operator) {
          case EQUAL -> sign == 0;
          case NOT_EQUAL -> sign != 0;
          case LESS -> sign < 0;
          case LESS_OR_EQUAL -> sign <= 0;
          case GREATER -> sign > 0;
          case GREATER_OR_EQUAL -> sign >= 0;
        });
  }

  private static Optional<PruningPredicate> converted(
      int position, Widening way, Operator operator, ScanValue value) {
    if (!way.keepsOrderExactly()) {
      return Optional.empty();
    }
    if (way.from().isFloat()) { // bounds of both are doubles
      return Optional.of(new PruningPredicate.Compare(position, operator, value));
    }
    return switch (value) {
      case ScanValue.Whole(BigInteger whole) when way.factor().isPresent() -> {
        BigInteger[] parts = whole.divideAndRemainder(way.factor().get());
        boolean isBelowZero = parts[1].signum() < 0; // division cuts towards zero
        BigInteger floor = isBelowZero ? parts[0].subtract(BigInteger.ONE) : parts[0];
        yield wholes(position, way.from(), operator, floor, parts[1].signum() == 0);
      }
      case ScanValue.Floating(double number)
          when way.factor().isEmpty() && Double.isFinite(number) -> {
        BigDecimal exact = new BigDecimal(number);
        BigInteger floor = exact.setScale(0, RoundingMode.FLOOR).unscaledValue();
        yield wholes(
            position, way.from(), operator, floor, exact.compareTo(new BigDecimal(floor)) == 0);
      }
      case ScanValue.Whole _,
          ScanValue.Floating _,
          ScanValue.Truth _,
          ScanValue.Bytes _,
          ScanValue.Span _ ->
          Optional.empty();
    };
  }

  /**
   * Compares stored integers.
   *
   * @param floor the greatest integer that is not above the value compared with
   * @param isExact whether it is that value
   */
  private static Optional<PruningPredicate> wholes(
      int position, DataType type, Operator operator, BigInteger floor, boolean isExact) {
    boolean fits = floor.bitLength() < Byte.SIZE * Layout.of(type).byteWidth();
    if (operator == Operator.EQUAL && !(isExact && fits)) {
      return Optional.of(FALSE);
    }
    if (operator == Operator.NOT_EQUAL && !(isExact && fits)) {
      return Optional.of(new PruningPredicate.IsNotNull(position));
    }
    Operator mapped =
        isExact
            ? operator
            : switch (operator) {
              case LESS -> Operator.LESS_OR_EQUAL;
              case GREATER_OR_EQUAL -> Operator.GREATER;
              case EQUAL, NOT_EQUAL, LESS_OR_EQUAL, GREATER -> operator;
            };
    return Optional.of(new PruningPredicate.Compare(position, mapped, new ScanValue.Whole(floor)));
  }
}
