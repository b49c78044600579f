package dev.heddle.io.parquet;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.SortedIntegers;
import dev.heddle.io.scan.Verdicts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes random conjuncts about a table, whose rows it knows so that constants are near them, and
 * decides them row by row in the plainest way.
 */
public final class RandomPredicates {
  private static final Predicate<ScanValue> IS_LONG =
      value -> value instanceof ScanValue.Whole(BigInteger whole) && whole.bitLength() < Long.SIZE;

  private final Schema schema;
  private final List<List<@Nullable Object>> rows;
  private final Random random;

  public RandomPredicates(Schema schema, List<List<@Nullable Object>> rows, Random random) {
    this.schema = schema;
    this.rows = rows;
    this.random = random;
  }

  /** A conjunct over all columns of the table, and how to decide it. */
  public record Made(ScanFilter.Conjunct conjunct, Predicate<List<@Nullable Object>> test) {}

  private static boolean isOdd(List<@Nullable Object> row) {
    return Math.floorMod(Objects.toString(row.getFirst()).hashCode(), 3) > 0;
  }

  /** Returns a random conjunct; the position makes its text its own. */
  public Made conjunct(int position) {
    PruningPredicate form = tree(random.nextInt(3));
    TreeSet<Integer> read = new TreeSet<>();
    Verdicts.forEachLeaf(form, leaf -> read.add(Verdicts.column(leaf)));
    boolean exact = random.nextInt(4) > 0;
    if (!exact) {
      read.add(0);
    }
    List<Integer> columns = List.copyOf(read);
    TestFilter filter =
        columns.size() == 1
            ? TestFilter.byValue(
                columns.getFirst(), value -> test(form, exact, columns, Arrays.asList(value)))
            : TestFilter.byRow(columns, values -> test(form, exact, columns, values));
    Optional<String> residual = exact ? Optional.empty() : Optional.of("it is more than that");
    return new Made(
        new ScanFilter.Conjunct(position + ": " + form, filter, Optional.of(form), residual),
        row -> isTrue(form, row) && (exact || isOdd(row)));
  }

  private boolean test(
      PruningPredicate form, boolean exact, List<Integer> columns, List<@Nullable Object> values) {
    List<@Nullable Object> row =
        new ArrayList<>(java.util.Collections.nCopies(schema.size(), null));
    for (int i = 0; i < values.size(); i++) {
      row.set(columns.get(i), values.get(i));
    }
    return isTrue(form, row) && (exact || isOdd(row));
  }

  private PruningPredicate tree(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return leaf();
    }
    List<PruningPredicate> parts = new ArrayList<>();
    for (int i = 0; i <= 1 + random.nextInt(2); i++) {
      parts.add(tree(depth - 1));
    }
    return random.nextBoolean()
        ? new PruningPredicate.AllOf(parts)
        : new PruningPredicate.AnyOf(parts);
  }

  private PruningPredicate leaf() {
    int column = random.nextInt(schema.size());
    List<String> path = new ArrayList<>();
    DataType type = schema.field(column).type();
    while (type instanceof DataType.Struct(List<Field> fields)) {
      Field field = fields.get(random.nextInt(fields.size()));
      path.add(field.name());
      type = field.type();
    }
    PruningPredicate leaf = leaf(column, path, type);
    return path.isEmpty() ? leaf : new PruningPredicate.InStruct(column, path, leaf);
  }

  private PruningPredicate leaf(int column, List<String> path, DataType type) {
    int kind = random.nextInt(10);
    if (kind == 0) {
      return new PruningPredicate.IsNull(column);
    }
    if (kind == 1) {
      return new PruningPredicate.IsNotNull(column);
    }
    if (kind < 4) {
      List<ScanValue> values = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        constant(column, path, type).ifPresent(values::add);
      }
      if (!values.isEmpty() && random.nextBoolean() && values.stream().allMatch(IS_LONG)) {
        return new PruningPredicate.Among(
            column,
            new SortedIntegers(
                values.stream()
                    .mapToLong(value -> ((ScanValue.Whole) value).value().longValue())
                    .sorted()
                    .distinct()
                    .toArray()));
      }
      if (!values.isEmpty()) {
        return new PruningPredicate.In(column, values);
      }
    }
    Optional<ScanValue> value = constant(column, path, type);
    if (value.isEmpty()) {
      return new PruningPredicate.IsNull(column);
    }
    if (kind == 4
        && type instanceof DataType.Str
        && value.get() instanceof ScanValue.Bytes(byte[] bytes)) {
      byte[] start = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      return new PruningPredicate.StartsWith(column, new ScanValue.Bytes(start));
    }
    Operator[] operators = Operator.values();
    Operator operator = kind < 7 ? Operator.EQUAL : operators[random.nextInt(operators.length)];
    return new PruningPredicate.Compare(column, operator, value.get());
  }

  /** A value of the column, or one beside it; nothing if there is none. */
  private Optional<ScanValue> constant(int column, List<String> path, DataType type) {
    Object found = null;
    for (int i = 0; i < 10 && found == null && !rows.isEmpty(); i++) {
      found = in(path, rows.get(random.nextInt(rows.size())).get(column));
    }
    if (found == null) {
      return Optional.empty();
    }
    ScanValue value = value(type, found);
    boolean moves = random.nextInt(3) == 0;
    return switch (value) {
      case ScanValue.Floating(double number) when Double.isNaN(number) -> Optional.empty();
      case ScanValue.Floating(double number) when number == 0 ->
          Optional.of(new ScanValue.Floating(random.nextBoolean() ? 0.0 : -0.0));
      case ScanValue.Floating(double number) when moves ->
          Optional.of(new ScanValue.Floating(number + (random.nextInt(5) - 2) * 0.03125));
      case ScanValue.Whole(BigInteger whole) when moves ->
          Optional.of(new ScanValue.Whole(whole.add(BigInteger.valueOf(random.nextInt(5) - 2L))));
      case ScanValue.Bytes(byte[] bytes) when moves -> {
        byte[] longer = Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(3) - 1));
        yield Optional.of(new ScanValue.Bytes(longer));
      }
      case ScanValue.Span _ -> Optional.empty();
      case ScanValue.Floating _, ScanValue.Whole _, ScanValue.Bytes _, ScanValue.Truth _ ->
          Optional.of(value);
    };
  }

  // Decides, in the plainest way

  private boolean isTrue(PruningPredicate predicate, List<@Nullable Object> row) {
    return switch (predicate) {
      case PruningPredicate.AllOf all ->
          all.predicates().stream().allMatch(part -> isTrue(part, row));
      case PruningPredicate.Runtime runtime -> isTrue(runtime.now(), row);
      case PruningPredicate.AnyOf any ->
          any.predicates().stream().anyMatch(part -> isTrue(part, row));
      case PruningPredicate.InStruct(int column, List<String> path, PruningPredicate leaf) -> {
        DataType type = schema.field(column).type();
        for (String name : path) {
          DataType.Struct struct = (DataType.Struct) type;
          type = struct.fields().get(struct.indexOf(name)).type();
        }
        yield isTrue(leaf, type, in(path, row.get(column)));
      }
      case PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _ -> {
        int column = Verdicts.column(predicate);
        yield isTrue(predicate, schema.field(column).type(), row.get(column));
      }
    };
  }

  /** Returns a field's value in that of a struct. */
  private static @Nullable Object in(List<String> path, @Nullable Object value) {
    Object found = value;
    for (String name : path) {
      found = found == null ? null : ((Map<?, ?>) found).get(name);
    }
    return found;
  }

  private static boolean isTrue(PruningPredicate leaf, DataType type, @Nullable Object own) {
    return switch (leaf) {
      case PruningPredicate.IsNull _ -> own == null;
      case PruningPredicate.IsNotNull _ -> own != null;
      case PruningPredicate.Compare(int _, Operator operator, ScanValue value) ->
          own != null && compares(operator, value(type, own), value);
      case PruningPredicate.In(int _, List<ScanValue> values) ->
          own != null
              && values.stream()
                  .anyMatch(value -> compares(Operator.EQUAL, value(type, own), value));
      case PruningPredicate.Among(int _, SortedIntegers values) -> {
        int at = own == null ? 0 : values.firstFrom(whole(type, own));
        yield own != null && at < values.size() && values.at(at) == whole(type, own);
      }
      case PruningPredicate.StartsWith(int _, ScanValue prefix) ->
          own != null
              && HexFormat.of()
                  .formatHex(((ScanValue.Bytes) value(type, own)).value())
                  .startsWith(HexFormat.of().formatHex(((ScanValue.Bytes) prefix).value()));
      case PruningPredicate.AllOf _,
          PruningPredicate.AnyOf _,
          PruningPredicate.Runtime _,
          PruningPredicate.InStruct _ ->
          throw new IllegalArgumentException("Not about one value: " + leaf);
    };
  }

  private static long whole(DataType type, Object own) {
    return ((ScanValue.Whole) value(type, own)).value().longValueExact();
  }

  private static boolean compares(Operator operator, ScanValue left, ScanValue right) {
    int order = order(left, right);
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  /** NaN is above all numbers, and zeroes are equal. */
  private static int order(ScanValue left, ScanValue right) {
    return switch (left) {
      case ScanValue.Whole(BigInteger a) -> a.compareTo(((ScanValue.Whole) right).value());
      case ScanValue.Floating(double a) ->
          Double.compare(a + 0.0, ((ScanValue.Floating) right).value() + 0.0);
      case ScanValue.Truth(boolean a) -> Boolean.compare(a, ((ScanValue.Truth) right).value());
      case ScanValue.Bytes(byte[] a) ->
          HexFormat.of()
              .formatHex(a)
              .compareTo(HexFormat.of().formatHex(((ScanValue.Bytes) right).value()));
      case ScanValue.Span _ -> throw new IllegalArgumentException("No order: " + left);
    };
  }

  /** Turns a value in the form of {@link dev.heddle.io.testing.ScannedRows} into a constant. */
  private static ScanValue value(DataType type, Object value) {
    return switch (value) {
      case Boolean truth -> new ScanValue.Truth(truth);
      case Long whole -> ScanValue.Whole.of(whole);
      case Float number -> new ScanValue.Floating(number);
      case Double number -> new ScanValue.Floating(number);
      case BigDecimal decimal -> new ScanValue.Whole(decimal.unscaledValue());
      case LocalDate date -> ScanValue.Whole.of(date.toEpochDay());
      case LocalTime time -> ScanValue.Whole.of(time.toNanoOfDay() / 1000);
      case LocalDateTime time -> instant(type, time.toInstant(ZoneOffset.UTC));
      case Instant instant -> instant(type, instant);
      case String text when type instanceof DataType.Binary ->
          new ScanValue.Bytes(HexFormat.of().parseHex(text.substring(2)));
      case String text -> new ScanValue.Bytes(text.getBytes(StandardCharsets.UTF_8));
      default -> throw new IllegalArgumentException("Of no known form: " + value);
    };
  }

  private static ScanValue instant(DataType type, Instant instant) {
    long perSecond = ((DataType.Timestamp) type).unit().perSecond();
    return ScanValue.Whole.of(
        instant.getEpochSecond() * perSecond + instant.getNano() / (1_000_000_000L / perSecond));
  }
}
