package dev.heddle.physical.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates expressions over random columns and compares each row with DuckDB.
 *
 * <p>The table {@code t} has the given columns {@code c0, c1, ...} in a plain batch, one under a
 * selection and one of a single row, and their row number {@code r}. A row for which Heddle raises
 * an error must be one for which DuckDB does. Booleans are checked as predicates too.
 */
final class ExpressionTester implements AutoCloseable {
  static final ZoneId ZONE = ZoneOffset.UTC;
  static final QueryTime TIME = new QueryTime(1_600_000_000_123_456L, ZONE);
  private static final Object FAILED = "failed";

  private final MemoryAccount account = new MemoryLedger(1L << 30).open("test");
  private final DuckDbOracle oracle = DuckDbOracle.open();
  private final List<Batch> batches = new ArrayList<>();
  private final String story;

  ExpressionTester(long seed, List<DataType> types, int rows) {
    this(types, rows, RandomBatches.seed(seed));
  }

  private ExpressionTester(List<DataType> types, int rows, RandomBatches random) {
    story = random + " over " + types;
    Schema schema = RandomBatches.schema(types);
    batches.add(withNumbers(random.batch(schema, rows, account), 0));
    batches.add(withNumbers(random.selectedBatch(schema, rows, account), 100_000));
    batches.add(withNumbers(random.batch(schema, 1, account), 200_000));
    batches.add(withNumbers(random.batch(schema, 0, account), 300_000));
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(Field.of("r", DataType.INT32));
    oracle.load("t", new Schema(fields), batches);
  }

  /** Makes a tester of given texts in one column. */
  static ExpressionTester ofTexts(List<String> texts) {
    ExpressionTester tester =
        new ExpressionTester(List.of(DataType.STRING), 1, RandomBatches.seed(0));
    tester.addTexts(texts);
    return tester;
  }

  private void addTexts(List<String> texts) {
    try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, account)) {
      texts.forEach(builder::appendString);
      Batch batch = Batch.of(account, texts.size(), builder.build());
      Batch numbered = withNumbers(batch, 400_000);
      batches.add(numbered);
      oracle.load(
          "more",
          Schema.of(Field.of("c0", DataType.STRING), Field.of("r", DataType.INT32)),
          List.of(numbered));
      oracle.execute("INSERT INTO t SELECT * FROM more");
    }
  }

  private Batch withNumbers(Batch batch, int first) {
    try (batch) {
      int rows = batch.physicalRows();
      Buffer numbers = account.allocate(4L * rows);
      Column[] columns = new Column[batch.columnCount() + 1];
      for (int i = 0; i < batch.columnCount(); i++) {
        columns[i] = batch.physicalColumn(i).retain();
      }
      for (int i = 0; i < rows; i++) {
        Memory.putInt(numbers.address() + 4L * i, first + i);
      }
      columns[batch.columnCount()] = Column.fixed(DataType.INT32, rows, numbers, null);
      if (!batch.hasSelection()) {
        return Batch.of(account, rows, columns);
      }
      Buffer selection = account.allocate(4L * batch.rowCount());
      Memory.copy(batch.selection(), selection.address(), 4L * batch.rowCount());
      return Batch.selected(account, rows, selection, batch.rowCount(), columns);
    }
  }

  /** Checks that an expression gives what DuckDB's does. */
  void check(PhysicalExpr expression, String sql) {
    List<@Nullable Object> expected = expected(sql);
    List<@Nullable Object> actual = evaluate(expression);
    String what = sql + " with " + story;
    assertThat(actual).as(what).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertSame(actual.get(i), expected.get(i), what + " in row " + i);
    }
    if (expression.type() instanceof DataType.Bool) {
      List<@Nullable Object> kept = filter(expression);
      for (int i = 0; i < kept.size(); i++) {
        if (kept.get(i) != FAILED) {
          boolean hit = Boolean.TRUE.equals(expected.get(i));
          assertThat(kept.get(i)).as(what + " as predicate in row " + i).isEqualTo(hit);
        } else {
          assertThat(expected.get(i)).as(what + " as predicate in row " + i).isEqualTo(FAILED);
        }
      }
    }
  }

  private List<@Nullable Object> expected(String sql) {
    List<@Nullable Object> values = new ArrayList<>();
    String whole = "SELECT " + sql + " FROM t ORDER BY r";
    try {
      oracle.rows(whole).forEach(row -> values.add(row.getFirst()));
      return values;
    } catch (IllegalStateException e) {
      values.clear();
    }
    List<@Nullable Object> some = eachOrNull(sql);
    List<@Nullable Object> nulls = eachOrNull("(" + sql + ") IS NULL"); // which an error is not
    for (int i = 0; i < some.size(); i++) {
      boolean isValue = some.get(i) != null || Boolean.TRUE.equals(nulls.get(i));
      values.add(isValue ? some.get(i) : FAILED);
    }
    return values;
  }

  private List<@Nullable Object> eachOrNull(String sql) {
    List<@Nullable Object> values = new ArrayList<>();
    oracle
        .rows("SELECT TRY(" + sql + ") FROM t ORDER BY r")
        .forEach(row -> values.add(row.getFirst()));
    return values;
  }

  private static void assertSame(@Nullable Object actual, @Nullable Object expected, String what) {
    if (actual instanceof Double a && expected instanceof Double b && !a.equals(b)) {
      if ((a == 0 && b == 0) || (Double.isNaN(a) && Double.isNaN(b))) {
        return;
      }
      assertThat(a).as(what).isCloseTo(b, within(Math.abs(b) * 1e-12));
      return;
    }
    if (actual instanceof Float a && expected instanceof Float b && a == 0 && b == 0) {
      return;
    }
    assertThat(actual).as(what).isEqualTo(expected);
  }

  /** Returns the values for all rows, {@link #FAILED} where evaluating raises an error. */
  List<@Nullable Object> evaluate(PhysicalExpr expression) {
    List<@Nullable Object> values = new ArrayList<>();
    try (Evaluator evaluator = Evaluator.of(List.of(expression), TIME, account)) {
      for (Batch batch : batches) {
        for (int round = 0; round < 2; round++) { // the second one has dictionaries computed
          List<@Nullable Object> some = evaluate(evaluator, batch);
          if (round == 0) {
            values.addAll(some);
          } else {
            assertThat(some)
                .as("second round of " + expression)
                .isEqualTo(values.subList(values.size() - some.size(), values.size()));
          }
        }
      }
    }
    return values;
  }

  private List<@Nullable Object> evaluate(Evaluator evaluator, Batch batch) {
    try {
      return values(evaluator, batch);
    } catch (HeddleException e) {
      assertThat(e.kind()).isEqualTo(ErrorKind.USER);
      assertThat(e.getMessage()).startsWith("Cannot ").doesNotContain("\n");
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < batch.rowCount(); i++) {
      try (Batch one = row(batch, i)) {
        values.addAll(values(evaluator, one));
      } catch (HeddleException e) {
        values.add(FAILED);
      }
    }
    return values;
  }

  private Batch row(Batch batch, int index) {
    Buffer selection = account.allocate(4);
    int position = batch.hasSelection() ? Memory.getInt(batch.selection() + 4L * index) : index;
    Memory.putInt(selection.address(), position);
    Column[] columns = new Column[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.physicalColumn(i).retain();
    }
    return Batch.selected(account, batch.physicalRows(), selection, 1, columns);
  }

  private static List<@Nullable Object> values(Evaluator evaluator, Batch batch) {
    Column column = evaluator.evaluate(batch)[0];
    try {
      return ScannedRows.of(column, batch.rowCount());
    } finally {
      column.release();
    }
  }

  private List<@Nullable Object> filter(PhysicalExpr predicate) {
    List<@Nullable Object> kept = new ArrayList<>();
    try (PredicateEvaluator evaluator = PredicateEvaluator.of(predicate, TIME, account)) {
      for (Batch batch : batches) {
        for (int round = 0; round < 2; round++) {
          List<@Nullable Object> some = filter(evaluator, batch);
          if (round == 0) {
            kept.addAll(some);
          } else {
            assertThat(some)
                .as("second round of " + predicate)
                .isEqualTo(kept.subList(kept.size() - some.size(), kept.size()));
          }
        }
      }
    }
    return kept;
  }

  private List<@Nullable Object> filter(PredicateEvaluator evaluator, Batch batch) {
    try {
      return hits(evaluator, batch);
    } catch (HeddleException e) {
      List<@Nullable Object> kept = new ArrayList<>();
      for (int i = 0; i < batch.rowCount(); i++) {
        try (Batch one = row(batch, i)) {
          kept.addAll(hits(evaluator, one));
        } catch (HeddleException single) {
          kept.add(FAILED);
        }
      }
      return kept;
    }
  }

  private List<@Nullable Object> hits(PredicateEvaluator evaluator, Batch batch) {
    Buffer positions = account.allocate(4L * Math.max(1, batch.rowCount()));
    try {
      int kept = evaluator.narrow(batch, positions.address());
      List<@Nullable Object> hits = new ArrayList<>();
      int next = 0;
      for (int i = 0; i < batch.rowCount(); i++) {
        int position = batch.hasSelection() ? Memory.getInt(batch.selection() + 4L * i) : i;
        boolean hit = next < kept && Memory.getInt(positions.address() + 4L * next) == position;
        next += hit ? 1 : 0;
        hits.add(hit);
      }
      assertThat(next).as("positions come from the selection, ascending").isEqualTo(kept);
      return hits;
    } finally {
      positions.release();
    }
  }

  @Override
  public void close() {
    batches.forEach(Batch::close);
    oracle.close();
    account.close();
  }
}
