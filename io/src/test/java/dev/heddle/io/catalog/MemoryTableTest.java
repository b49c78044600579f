package dev.heddle.io.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryTableTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 250) / 5;
  private static final List<DataType> NUMBERS =
      List.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.DATE,
          new DataType.Decimal(15, 2));
  private static final List<DataType> OTHERS =
      List.of(DataType.STRING, DataType.FLOAT64, DataType.BOOL, DataType.FLOAT32);
  private static final long[] RANGES = {
    0, 1, 0xff, 0x100, 0xffff, 0x10000, 0xffffffffL, 0x100000000L, Long.MAX_VALUE
  };
  private static final long[] STEPS = {1, 1, 1, 2, 7, 100, 65_537, 1L << 40, Long.MAX_VALUE};

  @Test
  void filtersOverPackedColumnsGiveTheRowsThatFilteringAfterwardsGives() {
    List<DataType> types = new ArrayList<>(NUMBERS);
    types.addAll(OTHERS);
    Schema schema = RandomBatches.schema(types);
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      MemoryLedger ledger = new MemoryLedger(1L << 30);
      try (MemoryAccount account = ledger.open("test " + seed)) {
        List<Batch> batches = new ArrayList<>();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        List<@Nullable Long[]> numbers = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
          int count = random.nextInt(20) == 0 ? Batch.MAX_ROWS : 1 + random.nextInt(300);
          Batch batch = batch(types, count, random, account);
          batches.add(batch);
          rows.addAll(ScannedRows.of(batch));
          for (int row = 0; row < count; row++) {
            numbers.add(numbersOf(batch, row));
          }
        }
        try (MemoryTable table = MemoryTable.of("t", schema, batches, account)) {
          assertThat(Scans.rows(table).toString()).as("seed " + seed).isEqualTo(rows.toString());
          for (int round = 0; round < 3; round++) {
            compare(table, rows, numbers, random, "seed " + seed + ", round " + round);
          }
        }
      }
      assertThat(ledger.usedBytes()).as("seed " + seed).isZero();
    }
  }

  private static void compare(
      MemoryTable table,
      List<List<@Nullable Object>> rows,
      List<@Nullable Long[]> numbers,
      Random random,
      String name) {
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>();
    List<PruningPredicate> predicates = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      PruningPredicate predicate = predicate(numbers, random, 2);
      predicates.add(predicate);
      conjuncts.add(
          new ScanFilter.Conjunct(
              predicate.toString(),
              rowFilter(
                  IntStream.range(0, NUMBERS.size()).boxed().toList(),
                  values -> holds(predicate, column -> (Long) values.get(column))),
              Optional.of(predicate),
              Optional.empty()));
    }
    int width = NUMBERS.size() + OTHERS.size();
    int other = random.nextInt(width);
    int modulus = 2 + random.nextInt(20);
    boolean hasOther = random.nextBoolean();
    if (hasOther) {
      conjuncts.add(
          new ScanFilter.Conjunct(
              "other",
              rowFilter(List.of(other), values -> passes(values.getFirst(), modulus)),
              Optional.empty(),
              Optional.of("it is a test")));
    }
    Collections.shuffle(conjuncts, random);
    List<Integer> columns = IntStream.range(0, width).boxed().toList();
    List<Integer> outputs =
        random.nextBoolean()
            ? columns
            : columns.stream().filter(column -> random.nextInt(3) == 0).toList();
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      @Nullable Long[] values = numbers.get(row);
      List<@Nullable Object> all = rows.get(row);
      if (predicates.stream().allMatch(each -> holds(each, column -> values[column]))
          && (!hasOther || passes(all.get(other), modulus))) {
        List<@Nullable Object> wanted = new ArrayList<>();
        outputs.forEach(output -> wanted.add(all.get(output)));
        expected.add(wanted);
      }
    }
    ScanRequest request =
        new ScanRequest(columns, outputs, new ScanFilter(conjuncts), OptionalLong.empty());
    assertThat(Scans.rows(table, request).toString())
        .as("%s: %s", name, conjuncts)
        .isEqualTo(expected.toString());
  }

  private static boolean passes(@Nullable Object value, int modulus) {
    return value != null && Math.floorMod(value.toString().hashCode(), modulus) != 0;
  }

  private static @Nullable Long[] numbersOf(Batch batch, int row) {
    @Nullable Long[] values = new Long[NUMBERS.size()];
    for (int c = 0; c < values.length; c++) {
      Column column = batch.column(c);
      values[c] = column.isNull(row) ? null : column.longAt(row);
    }
    return values;
  }

  private static Batch batch(List<DataType> types, int rows, Random random, MemoryAccount account) {
    Column[] columns = new Column[types.size()];
    for (int c = 0; c < columns.length; c++) {
      boolean hasNulls = random.nextInt(3) == 0;
      columns[c] =
          c < NUMBERS.size()
              ? numbers(types.get(c), rows, hasNulls, random, account)
              : RandomBatches.seed(random.nextLong())
                  .column(
                      types.get(c),
                      rows,
                      hasNulls ? 0.3 : 0,
                      random.nextBoolean() ? 5 : 1_000_000,
                      account);
    }
    return Batch.of(account, rows, columns);
  }

  private static Column numbers(
      DataType type, int rows, boolean hasNulls, Random random, MemoryAccount account) {
    if (random.nextInt(8) == 0) {
      return RandomBatches.seed(random.nextLong())
          .dictionaryColumn(type, rows, hasNulls ? 0.3 : 0, account);
    }
    int bits = bits(type);
    long highest = bits == Long.SIZE ? Long.MAX_VALUE : (1L << (bits - 1)) - 1;
    long step = STEPS[random.nextInt(STEPS.length)];
    long range = RANGES[random.nextInt(RANGES.length)];
    long base = random.nextInt(3) == 0 ? -1 - highest : random.nextLong() >> (65 - bits);
    boolean wraps = random.nextInt(8) == 0; // over all numbers
    double nullShare = random.nextInt(10) == 0 ? 1 : 0.2;
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (int row = 0; row < rows; row++) {
        if (hasNulls && random.nextDouble() < nullShare) {
          builder.appendNull();
          continue;
        }
        long times = range == Long.MAX_VALUE ? random.nextLong() >>> 1 : random.nextLong(range + 1);
        BigInteger value =
            BigInteger.valueOf(base).add(BigInteger.valueOf(times).multiply(big(step)));
        long number =
            wraps
                ? random.nextLong() >> (Long.SIZE - bits)
                : value.min(BigInteger.valueOf(highest)).longValue();
        builder.appendLong(number);
      }
      return builder.build();
    }
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static int bits(DataType type) {
    return Byte.SIZE * Layout.of(type).byteWidth();
  }

  private static PruningPredicate predicate(
      List<@Nullable Long[]> numbers, Random random, int depth) {
    int column = random.nextInt(NUMBERS.size());
    int kind = random.nextInt(depth == 0 ? 8 : 10);
    if (kind == 8) {
      return new PruningPredicate.AnyOf(
          List.of(predicate(numbers, random, depth - 1), predicate(numbers, random, depth - 1)));
    }
    if (kind == 9) {
      return new PruningPredicate.AllOf(
          List.of(predicate(numbers, random, depth - 1), predicate(numbers, random, depth - 1)));
    }
    if (kind == 7) {
      return new PruningPredicate.IsNotNull(column);
    }
    if (kind == 6) {
      List<ScanValue> values = new ArrayList<>();
      for (int i = 1 + random.nextInt(20); i > 0; i--) {
        values.add(value(numbers, column, random));
      }
      return new PruningPredicate.In(column, values);
    }
    return new PruningPredicate.Compare(
        column, PruningPredicate.Operator.values()[kind], value(numbers, column, random));
  }

  private static ScanValue value(List<@Nullable Long[]> numbers, int column, Random random) {
    Long value = numbers.get(random.nextInt(numbers.size()))[column];
    return ScanValue.Whole.of(
        value == null || random.nextInt(10) == 0
            ? random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE
            : value + random.nextInt(3) - 1);
  }

  private static boolean holds(PruningPredicate predicate, IntFunction<@Nullable Long> row) {
    return switch (predicate) {
      case PruningPredicate.Compare compare -> {
        Long value = row.apply(compare.column());
        yield value != null && isTrue(value, compare.operator(), number(compare.value()));
      }
      case PruningPredicate.In in -> {
        Long value = row.apply(in.column());
        yield value != null && in.values().contains(ScanValue.Whole.of(value));
      }
      case PruningPredicate.IsNotNull isNotNull -> row.apply(isNotNull.column()) != null;
      case PruningPredicate.AnyOf any -> any.predicates().stream().anyMatch(p -> holds(p, row));
      case PruningPredicate.AllOf all -> all.predicates().stream().allMatch(p -> holds(p, row));
      case PruningPredicate.IsNull _,
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _,
          PruningPredicate.InStruct _,
          PruningPredicate.Runtime _ ->
          throw new IllegalArgumentException(predicate.toString());
    };
  }

  private static boolean isTrue(long value, PruningPredicate.Operator operator, long constant) {
    return switch (operator) {
      case EQUAL -> value == constant;
      case NOT_EQUAL -> value != constant;
      case LESS -> value < constant;
      case LESS_OR_EQUAL -> value <= constant;
      case GREATER -> value > constant;
      case GREATER_OR_EQUAL -> value >= constant;
    };
  }

  private static long number(ScanValue value) {
    return ((ScanValue.Whole) value).value().longValueExact();
  }

  /** Numbers are handed to the test as they lie, all else as tests show it. */
  private interface RowTest {
    boolean holds(List<@Nullable Object> values);
  }

  private static RowFilter rowFilter(List<Integer> columns, RowTest test) {
    return new RowFilter() {
      @Override
      public List<Integer> columns() {
        return columns;
      }

      @Override
      public boolean isDecidedByValue() {
        return columns.size() == 1;
      }

      @Override
      public Evaluation start(MemoryAccount account) {
        return new Evaluation() {
          @Override
          public int narrow(Column[] read, int rows, long selection, int count, long output) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
              int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
              List<@Nullable Object> values = new ArrayList<>();
              for (Column column : read) {
                values.add(
                    columns.size() == 1
                        ? ScannedRows.value(column, row)
                        : column.isNull(row) ? null : (Object) column.longAt(row));
              }
              if (test.holds(values)) {
                Memory.putInt(output + 4L * kept++, row);
              }
            }
            return kept;
          }

          @Override
          public void close() {}
        };
      }
    };
  }

  @Test
  void fewRowsOfManyChunksComeInFullBatches() {
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    try (MemoryAccount account = ledger.open("test")) {
      List<Batch> batches = new ArrayList<>();
      for (int b = 0; b < 16; b++) {
        try (ColumnBuilder builder = new ColumnBuilder(DataType.INT64, account)) {
          for (int row = 0; row < Batch.MAX_ROWS; row++) {
            builder.appendLong(row);
          }
          batches.add(Batch.of(account, Batch.MAX_ROWS, builder.build()));
        }
      }
      Schema schema = RandomBatches.schema(List.of(DataType.INT64));
      try (MemoryTable table = MemoryTable.of("t", schema, batches, account)) {
        PruningPredicate predicate =
            new PruningPredicate.Compare(0, PruningPredicate.Operator.LESS, ScanValue.Whole.of(10));
        ScanFilter.Conjunct conjunct =
            new ScanFilter.Conjunct(
                "few", rowFilter(List.of(0), _ -> false), Optional.of(predicate), Optional.empty());
        ScanRequest request =
            new ScanRequest(
                List.of(0), List.of(0), new ScanFilter(List.of(conjunct)), OptionalLong.empty());
        assertThat(Scans.rows(table, request)).hasSize(160);
      }
    }
  }
}
