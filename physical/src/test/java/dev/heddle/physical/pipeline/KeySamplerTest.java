package dev.heddle.physical.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frequent keys of random batches, beside a count of the same sample in maps. */
class KeySamplerTest {
  private static final int CANDIDATES = 64;
  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          DataType.STRING);

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  /** What a sampler looks at, kept whole. */
  private static final class Twin {
    private final int[] keys;
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, Long> lastWeights = new HashMap<>();
    private long rows;
    private long turn;

    Twin(int... keys) {
      this.keys = keys;
    }

    void see(List<List<@Nullable Object>> batch) {
      int count = batch.size();
      int row = (int) Long.remainderUnsigned(RowHash.mix(0, ++turn), count);
      List<String> texts = new ArrayList<>();
      for (int key : keys) {
        texts.add(text(batch.get(row).get(key)));
      }
      String value = String.join(", ", texts);
      rows += count;
      counts.merge(value, (long) count, Long::sum);
      lastWeights.put(value, (long) count);
    }

    private static String text(@Nullable Object value) {
      return switch (value) {
        case null -> "null";
        case Float number -> floating(number, Float.toString(number));
        case Double number -> floating(number, Double.toString(number));
        case String text -> "'" + text.replace('\0', ' ').replace("'", "''") + "'";
        default -> value.toString();
      };
    }

    private static String floating(double number, String text) {
      if (number == 0) {
        return "0.0";
      }
      if (Double.isNaN(number)) {
        return "nan";
      }
      return Double.isInfinite(number) ? (number < 0 ? "-inf" : "inf") : text;
    }

    /** Returns those that a sampler cannot have missed. */
    List<String> certain() {
      double error = (double) rows / CANDIDATES;
      return counts.keySet().stream()
          .filter(
              value ->
                  counts.get(value) - lastWeights.get(value) > error
                      && counts.get(value) >= error + rows / 32.0)
          .toList();
    }
  }

  /** Numbers with exponents look different here. */
  private static boolean isPlain(String value) {
    return !value.matches("(?s).*\\dE[-+]?\\d.*");
  }

  private static void assertLike(FrequentKeys found, Twin twin, String label) {
    double error = (double) twin.rows / CANDIDATES;
    assertThat(found.rows()).as(label).isEqualTo(twin.rows);
    found
        .byValue()
        .forEach(
            (value, count) -> {
              if (isPlain(value.toUpperCase(Locale.ROOT))) {
                assertThat(twin.counts).as(label).containsKey(value);
                assertThat((double) count)
                    .as("%s, %s", label, value)
                    .isBetween(twin.counts.get(value) - error, (double) twin.counts.get(value));
              }
            });
    for (String value : twin.certain()) {
      if (isPlain(value)) {
        assertThat(found.byValue()).as(label).containsKey(value);
      }
    }
    assertThat(found.share()).as(label).isBetween(0.0, 1.0);
  }

  @Test
  void countsLikeMapsDo() {
    int named = 0;
    for (int seed = 0; seed < 300; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      Random choices = random.random();
      int columns = 1 + choices.nextInt(3);
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        fields.add(Field.of("c" + i, TYPES.get(choices.nextInt(TYPES.size()))));
      }
      Schema schema = new Schema(fields);
      int[] keys = choices.nextBoolean() ? new int[] {columns - 1} : new int[columns];
      for (int i = 0; keys.length == columns && i < columns; i++) {
        keys[i] = columns - 1 - i;
      }
      KeySampler sampler = new KeySampler(keys);
      long turn = 0; // it goes on
      for (int round = 0; round < 2; round++) { // it begins anew
        Twin twin = new Twin(keys);
        twin.turn = turn;
        int batches = choices.nextInt(300);
        for (int i = 0; i < batches; i++) {
          int rows = 1 + choices.nextInt(choices.nextBoolean() ? 2 : 100);
          try (Batch batch =
              choices.nextBoolean()
                  ? random.batch(schema, rows, tester.account())
                  : random.selectedBatch(schema, rows, tester.account())) {
            if (batch.rowCount() > 0) {
              sampler.see(batch);
              twin.see(ScannedRows.of(batch));
            }
          }
        }
        turn = twin.turn;
        named += twin.certain().size();
        assertLike(sampler.take(), twin, "seed " + seed + ", round " + round);
      }
    }
    assertThat(named).isGreaterThan(300);
  }

  @Test
  void keepsAFrequentValueAmongManyRareOnes() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      KeySampler sampler = new KeySampler(0);
      Twin twin = new Twin(0);
      double share = 0.1 + 0.8 * random.nextDouble();
      for (int i = 0; i < 2000; i++) {
        int rows = 1 + random.nextInt(50);
        try (ColumnBuilder builder = new ColumnBuilder(DataType.INT64, tester.account())) {
          for (int row = 0; row < rows; row++) {
            builder.appendLong(random.nextDouble() < share ? 7 : random.nextLong());
          }
          try (Batch batch = Batch.of(tester.account(), rows, builder.build())) {
            sampler.see(batch);
            twin.see(ScannedRows.of(batch));
          }
        }
      }
      FrequentKeys found = sampler.take();
      assertLike(found, twin, "seed " + seed);
      FrequentKeys.Frequent most = found.most().orElseThrow();
      assertThat(most.value()).isEqualTo("7");
      assertThat(most.share()).isBetween(share - 0.1, share + 0.1);
    }
  }

  private String shown(String value) {
    KeySampler sampler = new KeySampler(0);
    for (int i = 0; i < 2; i++) {
      try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, tester.account())) {
        builder.appendString(value);
        try (Batch batch = Batch.of(tester.account(), 1, builder.build())) {
          sampler.see(batch);
        }
      }
    }
    return sampler.take().most().orElseThrow().value();
  }

  @Test
  void showsTextAsLiteralsThatEnd() {
    assertThat(shown("it's")).isEqualTo("'it''s'");
    assertThat(shown("two\nlines\u001b[1m")).isEqualTo("'two lines [1m'");
    assertThat(shown("x".repeat(60))).isEqualTo("'" + "x".repeat(60) + "'");
    assertThat(shown("a".repeat(50) + "b".repeat(50)))
        .isEqualTo("'" + "a".repeat(40) + "…" + "b".repeat(20) + "'");
    for (String before : List.of("", "x")) { // no half of a character is left
      String cut = shown(before + "😀".repeat(51) + "x");
      assertThat(cut.codePoints().filter(c -> c <= 0xFFFF && Character.isSurrogate((char) c)))
          .isEmpty();
    }
  }

  @Test
  void looksOnlyIfSomebodyWantsToKnow() {
    RandomBatches random = RandomBatches.seed(5);
    Schema schema = new Schema(List.of(Field.of("k", DataType.INT64)));
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      batches.add(random.batch(schema, 100, tester.account()));
    }
    BatchTable table = tester.table(schema, List.of(batches));
    PhysicalPlan plan =
        new PhysicalPlan.Aggregate(
            table.scan(),
            List.of(0),
            List.of(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64)),
            AggregateMode.SINGLE,
            new Schema(
                List.of(
                    new Field("k", DataType.INT64, true), new Field("n", DataType.INT64, false))),
            Estimate.UNKNOWN);
    int groups = tester.run(plan, 2).size();
    assertThat(tester.metrics().of(plan).keys()).isSameAs(FrequentKeys.NONE);
    assertThat(tester.metrics().threads().nanos()).isZero();
    tester.measureInDetail();
    assertThat(tester.run(plan, 2)).hasSize(groups);
    assertThat(tester.metrics().of(plan).keys().rows()).isEqualTo(2000);
    assertThat(tester.metrics().threads().nanos()).isPositive();
  }
}
