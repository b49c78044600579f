package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.caseWhen;
import static dev.heddle.physical.expr.Exprs.cast;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Functions of nested values over random columns give what plain Java gives, row by row. */
class NestedExpressionTest {
  private static final DataType LIST = new DataType.ListOf(DataType.INT32);
  private static final DataType TEXTS = new DataType.ListOf(DataType.STRING);
  private static final DataType STRUCT =
      DataType.Struct.of(
          Field.of("n", DataType.INT64), Field.of("t", DataType.STRING), Field.of("l", LIST));
  private static final DataType MAP = new DataType.MapOf(DataType.INT32, DataType.STRING);
  private static final DataType DEEP = new DataType.ListOf(STRUCT);
  private static final DataType WIDE = new DataType.ListOf(new DataType.Decimal(30, 2));
  private static final List<DataType> TYPES =
      List.of(LIST, TEXTS, STRUCT, MAP, DEEP, WIDE, DataType.INT32, DataType.STRING, LIST);
  private static final PhysicalExpr L = col(0, LIST);
  private static final PhysicalExpr T = col(1, TEXTS);
  private static final PhysicalExpr S = col(2, STRUCT);
  private static final PhysicalExpr M = col(3, MAP);
  private static final PhysicalExpr D = col(4, DEEP);
  private static final PhysicalExpr W = col(5, WIDE);
  private static final PhysicalExpr N = col(6, DataType.INT32);
  private static final PhysicalExpr X = col(7, DataType.STRING);
  private static final PhysicalExpr K = col(8, LIST);
  private static final int SEEDS = 12;

  /** What an expression gives for a row. */
  private interface Twin extends Function<List<@Nullable Object>, @Nullable Object> {}

  private static void check(PhysicalExpr expression, Twin twin) {
    for (int seed = 0; seed < SEEDS; seed++) {
      MemoryLedger ledger = new MemoryLedger(1L << 28);
      try (MemoryAccount account = ledger.open("nested");
          Evaluator evaluator = Evaluator.of(List.of(expression), ExpressionTester.TIME, account)) {
        RandomBatches random = RandomBatches.seed(seed);
        for (int rows : new int[] {70, 1, 0}) {
          try (Batch batch = random.batch(RandomBatches.schema(TYPES), rows, account)) {
            compare(evaluator, batch, twin, expression + " with seed " + seed);
          }
          try (Batch batch = random.selectedBatch(RandomBatches.schema(TYPES), rows, account)) {
            compare(evaluator, batch, twin, expression + " selected, with seed " + seed);
          }
        }
      }
      assertThat(ledger.usedBytes()).as(expression + " leaks").isZero();
    }
  }

  private static void compare(Evaluator evaluator, Batch batch, Twin twin, String what) {
    List<@Nullable Object> expected = new ArrayList<>();
    ScannedRows.of(batch).forEach(row -> expected.add(twin.apply(row)));
    Column[] values = evaluator.evaluate(batch);
    List<@Nullable Object> actual = ScannedRows.of(values[0], batch.rowCount());
    values[0].release();
    assertThat(actual).as(what).isEqualTo(expected);
  }

  private static @Nullable List<@Nullable Object> list(List<@Nullable Object> row, int column) {
    return elements(row.get(column));
  }

  @SuppressWarnings("unchecked")
  private static @Nullable List<@Nullable Object> elements(@Nullable Object value) {
    return (List<@Nullable Object>) value;
  }

  private static @Nullable Object field(@Nullable Object struct, String name) {
    return struct == null ? null : ((Map<?, ?>) struct).get(name);
  }

  private static @Nullable Object at(@Nullable List<@Nullable Object> list, @Nullable Long index) {
    if (list == null || index == null) {
      return null;
    }
    long from = index < 0 ? list.size() + index : index - 1;
    return index == 0 || from < 0 || from >= list.size() ? null : list.get((int) from);
  }

  @Test
  void takesFieldsAndElements() {
    check(call(ScalarFunction.FIELD, S, text("t")), row -> field(row.get(2), "t"));
    check(call(ScalarFunction.FIELD, S, text("l")), row -> field(row.get(2), "l"));
    check(
        call(ScalarFunction.ELEMENT, call(ScalarFunction.FIELD, S, text("l")), int64(-1)),
        row -> at(elements(field(row.get(2), "l")), -1L));
    check(
        call(ScalarFunction.FIELD, call(ScalarFunction.ELEMENT, D, int64(2)), text("n")),
        row -> field(at(list(row, 4), 2L), "n"));
    check(call(ScalarFunction.ELEMENT, L, N), row -> at(list(row, 0), (Long) row.get(6)));
    check(call(ScalarFunction.LENGTH, D), row -> size(list(row, 4)));
  }

  private static @Nullable Long size(@Nullable List<@Nullable Object> list) {
    return list == null ? null : (long) list.size();
  }

  @Test
  void looksUpKeysAndGivesPartsOfMaps() {
    check(call(ScalarFunction.ELEMENT, M, N), row -> lookup(list(row, 3), row.get(6)));
    check(
        call(ScalarFunction.CONTAINS, M, N),
        row ->
            (row.get(3) == null || row.get(6) == null)
                ? null
                : list(row, 3).stream().anyMatch(e -> row.get(6).equals(field(e, "key"))));
    check(call(ScalarFunction.MAP_KEYS, M), row -> mapped(list(row, 3), e -> field(e, "key")));
    check(call(ScalarFunction.MAP_VALUES, M), row -> mapped(list(row, 3), e -> field(e, "value")));
    check(call(ScalarFunction.MAP_ENTRIES, M), row -> row.get(3));
  }

  private static @Nullable Object lookup(
      @Nullable List<@Nullable Object> entries, @Nullable Object key) {
    if (entries == null || key == null) {
      return null;
    }
    for (Object entry : entries) {
      if (key.equals(field(entry, "key"))) {
        return field(entry, "value");
      }
    }
    return null;
  }

  private static @Nullable List<@Nullable Object> mapped(
      @Nullable List<@Nullable Object> list, Function<@Nullable Object, @Nullable Object> to) {
    if (list == null) {
      return null;
    }
    List<@Nullable Object> mapped = new ArrayList<>();
    list.forEach(value -> mapped.add(to.apply(value)));
    return mapped;
  }

  @Test
  void addsUpAndFindsExtremes() {
    check(
        call(ScalarFunction.LIST_SUM, L),
        row -> present(list(row, 0)).map(v -> (Long) v).reduce(Long::sum).orElse(null));
    check(
        call(ScalarFunction.LIST_SUM, W),
        row -> present(list(row, 5)).map(v -> (BigDecimal) v).reduce(BigDecimal::add).orElse(null));
    check(
        call(ScalarFunction.LIST_AVG, L),
        row -> {
          var average = present(list(row, 0)).mapToDouble(v -> (Long) v).average();
          return average.isPresent() ? average.getAsDouble() : null;
        });
    check(
        call(ScalarFunction.LIST_MAX, L),
        row ->
            present(list(row, 0)).map(v -> (Long) v).max(Comparator.naturalOrder()).orElse(null));
    check(
        call(ScalarFunction.LIST_MIN, W),
        row ->
            present(list(row, 5))
                .map(v -> (BigDecimal) v)
                .min(Comparator.naturalOrder())
                .orElse(null));
  }

  private static java.util.stream.Stream<Object> present(@Nullable List<@Nullable Object> list) {
    return list == null
        ? java.util.stream.Stream.of()
        : list.stream().filter(Objects::nonNull).map(Object.class::cast);
  }

  @Test
  void ordersCutsAndPutsTogether() {
    check(call(ScalarFunction.LIST_SORT, L), row -> sorted(list(row, 0), false, false));
    check(
        call(ScalarFunction.LIST_SORT, L, text("desc"), text("nulls first")),
        row -> sorted(list(row, 0), true, true));
    check(
        call(ScalarFunction.REVERSE, D),
        row -> row.get(4) == null ? null : list(row, 4).reversed());
    check(
        call(ScalarFunction.LIST_DISTINCT, T),
        row ->
            row.get(1) == null
                ? null
                : new ArrayList<>(new LinkedHashSet<>(present(list(row, 1)).toList())));
    check(
        call(ScalarFunction.LIST_SLICE, D, int64(2), int64(-1)),
        row ->
            row.get(4) == null
                ? null
                : list(row, 4).subList(Math.min(1, list(row, 4).size()), list(row, 4).size()));
    check(call(ScalarFunction.LIST_CONCAT, L, K), row -> joined(list(row, 0), list(row, 8)));
    check(
        call(ScalarFunction.CONCAT_OPERATOR, L, K),
        row ->
            row.get(0) == null || row.get(8) == null ? null : joined(list(row, 0), list(row, 8)));
    check(
        call(ScalarFunction.LIST_JOIN, T, text("-")),
        row ->
            row.get(1) == null
                    || (!list(row, 1).isEmpty() && present(list(row, 1)).findAny().isEmpty())
                ? null
                : String.join("-", present(list(row, 1)).map(String.class::cast).toList()));
  }

  @Test
  void putsListsSideBySideAndIntersectsThem() {
    check(
        call(ScalarFunction.LIST_ZIP, L, T, call(ScalarFunction.LIST_OF, N)),
        row -> {
          List<List<@Nullable Object>> lists = new ArrayList<>();
          lists.add(joined(list(row, 0), null));
          lists.add(joined(list(row, 1), null));
          lists.add(Collections.singletonList(row.get(6)));
          List<@Nullable Object> zipped = new ArrayList<>();
          for (int i = 0; i < lists.stream().mapToInt(List::size).max().orElse(0); i++) {
            Map<String, @Nullable Object> struct = new LinkedHashMap<>();
            for (int field = 0; field < lists.size(); field++) {
              List<@Nullable Object> list = lists.get(field);
              struct.put("element" + (field + 1), i < list.size() ? list.get(i) : null);
            }
            zipped.add(struct);
          }
          return zipped;
        });
    check(
        call(ScalarFunction.LIST_INTERSECT, L, call(ScalarFunction.LIST_CONCAT, K, L, K)),
        row ->
            row.get(0) == null
                ? null
                : new ArrayList<>(new LinkedHashSet<>(present(list(row, 0)).toList())));
    check(
        call(ScalarFunction.LIST_INTERSECT, L, K),
        row -> {
          if (row.get(0) == null) {
            return null;
          }
          if (row.get(8) == null) {
            return List.of();
          }
          LinkedHashSet<Object> both = new LinkedHashSet<>(present(list(row, 0)).toList());
          both.retainAll(present(list(row, 8)).toList());
          return new ArrayList<Object>(both);
        });
  }

  @Test
  void findsPositionsAndFlattens() {
    check(call(ScalarFunction.LIST_POSITION, L, N), row -> position(list(row, 0), row.get(6)));
    check(call(ScalarFunction.LIST_POSITION, T, X), row -> position(list(row, 1), row.get(7)));
    check(
        call(ScalarFunction.LIST_POSITION, L, call(ScalarFunction.ELEMENT, L, int64(-1))),
        row -> position(list(row, 0), at(list(row, 0), -1L)));
    check(
        call(ScalarFunction.FLATTEN, call(ScalarFunction.LIST_OF, L, K, L)),
        row -> {
          List<@Nullable Object> all = new ArrayList<>();
          for (int column : new int[] {0, 8, 0}) {
            all.addAll(row.get(column) == null ? List.of() : list(row, column));
          }
          return all;
        });
    check(
        call(ScalarFunction.FLATTEN, call(ScalarFunction.LIST_OF, D)),
        row -> row.get(4) == null ? List.of() : row.get(4));
  }

  private static @Nullable Long position(
      @Nullable List<@Nullable Object> list, @Nullable Object wanted) {
    int at = list == null ? -1 : list.indexOf(wanted);
    return at < 0 ? null : at + 1L;
  }

  private static @Nullable List<@Nullable Object> sorted(
      @Nullable List<@Nullable Object> list, boolean isDescending, boolean nullsFirst) {
    if (list == null) {
      return null;
    }
    List<@Nullable Object> sorted = new ArrayList<>();
    present(list).map(Long.class::cast).sorted().forEach(sorted::add);
    if (isDescending) {
      Collections.reverse(sorted);
    }
    int nulls = list.size() - sorted.size();
    sorted.addAll(nullsFirst ? 0 : sorted.size(), Collections.nCopies(nulls, null));
    return sorted;
  }

  private static List<@Nullable Object> joined(
      @Nullable List<@Nullable Object> first, @Nullable List<@Nullable Object> second) {
    List<@Nullable Object> joined = new ArrayList<>(first == null ? List.of() : first);
    joined.addAll(second == null ? List.of() : second);
    return joined;
  }

  @Test
  void makesListsStructsAndPartsOfTexts() {
    check(
        call(ScalarFunction.LIST_OF, N, int64(7), N),
        row -> Arrays.asList(row.get(6), 7L, row.get(6)));
    check(call(ScalarFunction.LIST_OF, D, D), row -> Arrays.asList(row.get(4), row.get(4)));
    check(
        call(ScalarFunction.STRUCT_OF, text("a"), L, text("b"), X),
        row -> {
          Map<String, @Nullable Object> struct = new LinkedHashMap<>();
          struct.put("a", row.get(0));
          struct.put("b", row.get(7));
          return struct;
        });
    check(
        call(ScalarFunction.STRING_SPLIT, X, text("a")),
        row -> row.get(7) == null ? null : List.of(((String) row.get(7)).split("a", -1)));
    check(
        call(ScalarFunction.STRING_SPLIT, X, text("")),
        row ->
            row.get(7) == null
                ? null
                : row.get(7).equals("")
                    ? List.of("")
                    : ((String) row.get(7)).codePoints().mapToObj(Character::toString).toList());
  }

  @Test
  void comparesAndChooses() {
    check(
        call(ScalarFunction.EQ, L, K),
        row -> (row.get(0) == null || row.get(8) == null) ? null : row.get(0).equals(row.get(8)));
    check(call(ScalarFunction.IS_NOT_DISTINCT_FROM, D, D), row -> true);
    check(call(ScalarFunction.IS_NULL, S), row -> row.get(2) == null);
    check(
        call(ScalarFunction.CONTAINS, L, N),
        row ->
            (row.get(0) == null || row.get(6) == null) ? null : list(row, 0).contains(row.get(6)));
    check(call(ScalarFunction.COALESCE, L, K), row -> row.get(0) == null ? row.get(8) : row.get(0));
    check(
        caseWhen(call(ScalarFunction.GT, N, Exprs.int32(0)), D, Exprs.nullOf(DEEP)),
        row -> row.get(6) != null && (Long) row.get(6) > 0 ? row.get(4) : null);
    check(caseWhen(call(ScalarFunction.GT, N, Exprs.int32(0)), S, S), row -> row.get(2));
  }

  @Test
  void castsPartByPart() {
    DataType longs = new DataType.ListOf(DataType.INT64);
    check(cast(L, longs), row -> row.get(0));
    DataType texts = new DataType.ListOf(DataType.STRING);
    check(cast(L, texts), row -> mapped(list(row, 0), v -> v == null ? null : v.toString()));
    DataType narrow = DataType.Struct.of(Field.of("l", longs), Field.of("x", DataType.BOOL));
    check(
        cast(S, narrow),
        row -> {
          if (row.get(2) == null) {
            return null;
          }
          Map<String, @Nullable Object> struct = new LinkedHashMap<>();
          struct.put("l", field(row.get(2), "l"));
          struct.put("x", null);
          return struct;
        });
    check(
        cast(L, DataType.STRING),
        row -> row.get(0) == null ? null : row.get(0).toString().replace("null", "NULL"));
  }

  @Test
  void keepsValuesThroughTheirBytes() {
    for (int column : new int[] {0, 1, 2, 3, 4, 5}) {
      PhysicalExpr value = col(column, TYPES.get(column));
      check(cast(cast(value, DataType.BINARY), TYPES.get(column)), row -> row.get(column));
    }
  }

  @Test
  void refusesMapsWithDoubleKeys() {
    PhysicalExpr keys = call(ScalarFunction.LIST_OF, int64(1), int64(1));
    PhysicalExpr map = call(ScalarFunction.MAP_OF, keys, keys);
    assertThatThrownBy(() -> check(map, row -> null))
        .isInstanceOf(HeddleException.class)
        .hasMessage("Cannot make a map with key 1 twice; leave one out");
  }
}
