package dev.heddle.bench.micro;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.Evaluator;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PredicateEvaluator;
import dev.heddle.physical.expr.QueryTime;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Predicates and expressions over one batch: comparing, arithmetic, decimals, text, casts. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC"})
public class ExpressionBenchmark {
  private static final int ROWS = Batch.MAX_ROWS;
  private static final QueryTime TIME = new QueryTime(0, ZoneOffset.UTC);
  private static final DataType.Decimal MONEY = new DataType.Decimal(15, 2);
  private static final DataType.Decimal PRODUCT = new DataType.Decimal(30, 4);

  private final MemoryAccount account = new MemoryLedger(64L << 20).open("benchmark");
  private final Column[] columns = new Column[4];
  private Buffer positions;
  private PredicateEvaluator range;
  private PredicateEvaluator like;
  private Evaluator integers;
  private Evaluator doubles;
  private Evaluator decimals;
  private Evaluator casts;

  private static PhysicalExpr column(int index, DataType type) {
    return new PhysicalExpr.ColumnRef(index, type, false);
  }

  private static PhysicalExpr.Literal literal(DataType type, ScanValue value) {
    return new PhysicalExpr.Literal(Optional.of(value), type);
  }

  private static PhysicalExpr call(ScalarFunction function, DataType type, PhysicalExpr... of) {
    return new PhysicalExpr.Call(function, List.of(of), type, false);
  }

  /** Makes a batch of seeded values and compiles the expressions. */
  @Setup
  public void make() {
    Random random = new Random(1);
    List<DataType> types = List.of(DataType.INT64, DataType.FLOAT64, MONEY, DataType.STRING);
    for (int c = 0; c < columns.length; c++) {
      try (ColumnBuilder builder = new ColumnBuilder(types.get(c), account)) {
        for (int i = 0; i < ROWS; i++) {
          switch (c) {
            case 1 -> builder.appendDouble(random.nextDouble());
            case 3 -> builder.appendString(text(random));
            default -> builder.appendLong(random.nextInt(10_000));
          }
        }
        columns[c] = builder.build();
      }
    }
    positions = account.allocate(4L * ROWS);
    PhysicalExpr n = column(0, DataType.INT64);
    PhysicalExpr d = column(1, DataType.FLOAT64);
    PhysicalExpr m = column(2, MONEY);
    PhysicalExpr s = column(3, DataType.STRING);
    DataType bool = DataType.BOOL;
    range =
        PredicateEvaluator.of(
            List.of(
                call(ScalarFunction.GT_EQ, bool, n, literal(DataType.INT64, whole(2000))),
                call(ScalarFunction.LT, bool, n, literal(DataType.INT64, whole(4000)))),
            TIME,
            account);
    ScanValue pattern = new ScanValue.Bytes("%fig%ab%".getBytes(StandardCharsets.UTF_8));
    like =
        PredicateEvaluator.of(
            call(ScalarFunction.LIKE, bool, s, literal(DataType.STRING, pattern)), TIME, account);
    integers =
        evaluator(
            call(
                ScalarFunction.ADD,
                DataType.INT64,
                call(ScalarFunction.MULTIPLY, DataType.INT64, n, n),
                n));
    doubles =
        evaluator(
            call(
                ScalarFunction.ADD,
                DataType.FLOAT64,
                call(ScalarFunction.MULTIPLY, DataType.FLOAT64, d, d),
                d));
    decimals = evaluator(call(ScalarFunction.MULTIPLY, PRODUCT, m, m));
    casts = evaluator(new PhysicalExpr.Cast(n, DataType.STRING, CastMode.STRICT, false));
  }

  private static ScanValue whole(long value) {
    return ScanValue.Whole.of(value);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20 + random.nextInt(30); i++) {
      text.append((char) ('a' + random.nextInt(12)));
    }
    return text.toString();
  }

  private Evaluator evaluator(PhysicalExpr expression) {
    return Evaluator.of(List.of(expression), TIME, account);
  }

  /** Frees everything and proves it. */
  @TearDown
  public void free() {
    range.close();
    like.close();
    integers.close();
    doubles.close();
    decimals.close();
    casts.close();
    positions.release();
    for (Column column : columns) {
      column.release();
    }
    account.close();
  }

  private long evaluate(Evaluator evaluator) {
    Column result = evaluator.evaluate(columns, ROWS)[0];
    long first = result.rows();
    result.release();
    return first;
  }

  /** The work that the others are measured against. */
  @Benchmark
  public long reference() {
    return ReferenceKernel.run(columns[0].values());
  }

  /** Selects a fifth of the rows by a range of integers. */
  @Benchmark
  public int selectRange() {
    return range.narrow(columns, ROWS, 0, ROWS, positions.address());
  }

  /** Selects rows by a text pattern with two parts. */
  @Benchmark
  public int selectLike() {
    return like.narrow(columns, ROWS, 0, ROWS, positions.address());
  }

  /** Multiplies and adds checked integers. */
  @Benchmark
  public long integerArithmetic() {
    return evaluate(integers);
  }

  /** Multiplies and adds doubles. */
  @Benchmark
  public long doubleArithmetic() {
    return evaluate(doubles);
  }

  /** Multiplies decimals into 128 bits. */
  @Benchmark
  public long decimalProduct() {
    return evaluate(decimals);
  }

  /** Writes integers as text. */
  @Benchmark
  public long castToText() {
    return evaluate(casts);
  }
}
