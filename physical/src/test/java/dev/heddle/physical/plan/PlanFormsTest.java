package dev.heddle.physical.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.function.ScalarUdf;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.frame.plan.PartitionKind;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.codec.RecordCodec;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.write.SortField;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plans of every node come back as they were, and their bytes stay what they are. */
class PlanFormsTest {
  private static final RecordCodec<PhysicalPlan> CODEC =
      RecordCodec.of(PhysicalPlan.class, PlanForms.ALL);

  private static final Schema SCHEMA =
      Schema.of(
          new Field("id", DataType.INT64, false),
          Field.of("text", DataType.STRING),
          Field.of("tags", new DataType.ListOf(DataType.STRING)),
          Field.of("price", new DataType.Decimal(15, 2)));
  private static final Estimate ESTIMATE = new Estimate(100, 4_000);
  private static final SortOrder ORDER =
      new SortOrder(1, SortDirection.DESCENDING, NullPlacement.LAST);
  private static final PhysicalExpr.Literal ONE =
      PhysicalExpr.Literal.of(ScanValue.Whole.of(1), DataType.INT64);
  private static final PhysicalExpr ID = new PhysicalExpr.ColumnRef(0, DataType.INT64, false);
  private static final PhysicalExpr TEST =
      new PhysicalExpr.Call(ScalarFunction.EQ, List.of(ID, ONE), DataType.BOOL, false);

  /** A table that nobody scans. */
  private record Named(String name, Schema schema) implements Table {
    @Override
    public TableStatistics statistics() {
      return TableStatistics.unknown(schema.size());
    }

    @Override
    public TableScan scan(ScanRequest request) {
      throw new IllegalStateException("Table " + name + " has no rows");
    }
  }

  /** A function of the user's own. */
  public static final class Longest implements Udf2<Long, Long, Long> {
    @Override
    public Long apply(Long first, Long second) {
      return Math.max(first, second);
    }
  }

  /** Keeps the tables of a plan. */
  private static final class Tables implements PlanTables {
    private final List<Table> tables = new ArrayList<>();

    @Override
    public int number(PhysicalPlan.Scan scan) {
      tables.add(scan.table());
      return tables.size() - 1;
    }

    @Override
    public Table table(int number) {
      return tables.get(number);
    }

    @Override
    public List<Integer> archives(UserFunction function) {
      return List.of(3);
    }

    @Override
    public Class<? extends ScalarUdf> code(String function, String type, List<Integer> in) {
      try {
        if (in.equals(List.of(3))) {
          return Class.forName(type).asSubclass(ScalarUdf.class);
        }
      } catch (ClassNotFoundException | LinkageError e) {
        throw new IllegalArgumentException(e);
      }
      throw new IllegalArgumentException("No archives " + in);
    }
  }

  private static PhysicalPlan.Scan scan() {
    PruningPredicate pruning =
        new PruningPredicate.AllOf(
            List.of(
                new PruningPredicate.Compare(
                    0, PruningPredicate.Operator.EQUAL, ScanValue.Whole.of(1)),
                new PruningPredicate.AnyOf(
                    List.of(new PruningPredicate.IsNull(0), new PruningPredicate.IsNotNull(1))),
                new PruningPredicate.In(0, List.of(new ScanValue.Floating(-0.0))),
                new PruningPredicate.StartsWith(1, new ScanValue.Bytes(new byte[] {1, -1}))));
    ScanFilter filter =
        new ScanFilter(
            List.of(
                new ScanFilter.Conjunct(
                    "id = 1",
                    ExprRowFilter.of(TEST, new QueryTime(123_456_789L, ZoneOffset.UTC)),
                    Optional.of(pruning),
                    Optional.of("because"))));
    return new PhysicalPlan.Scan(
        new Named("t", SCHEMA),
        new ScanRequest(
            List.of(0, 1, 2, 3),
            List.of(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
            List.of(0, 1, 2, 3),
            filter,
            OptionalLong.of(7)),
        List.of(new PhysicalPlan.RuntimeColumn(0, 1)),
        true,
        Optional.of(new KeyBounds(0, List.of(-5L, 300L))),
        List.of(new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST)),
        SCHEMA,
        ESTIMATE);
  }

  private static Map<String, PhysicalPlan> plans() {
    return plans(scan());
  }

  private static Map<String, PhysicalPlan> plans(PhysicalPlan scan) {
    List<PhysicalExpr> expressions =
        List.of(
            TEST,
            new PhysicalExpr.Cast(ID, DataType.FLOAT64, CastMode.TRY, true),
            new PhysicalExpr.Case(
                List.of(new PhysicalExpr.Branch(TEST, ID)),
                PhysicalExpr.Literal.nullOf(DataType.INT64),
                DataType.INT64,
                true),
            new PhysicalExpr.In(ID, List.of(ONE), false),
            PhysicalExpr.Literal.of(new ScanValue.Span(1, 2, 3), DataType.INTERVAL),
            PhysicalExpr.Literal.of(new ScanValue.Truth(true), DataType.BOOL),
            new PhysicalExpr.UserCall(
                UserFunction.of(
                        "longest", Longest.class, DataType.INT64, DataType.INT64, DataType.INT64)
                    .notDeterministic(),
                List.of(ID, ONE)));
    AggregateCall sum = AggregateCall.of(AggregateFunction.SUM, DataType.FLOAT64, 3);
    WindowBounds bounds =
        new WindowBounds(
            FrameUnit.ROWS, new WindowBounds.Preceding(ONE), new WindowBounds.CurrentRow());
    Map<String, PhysicalPlan> plans = new LinkedHashMap<>();
    plans.put("scan", scan);
    plans.put("values", new PhysicalPlan.Values(List.of(List.of(ONE)), SCHEMA, ESTIMATE));
    plans.put("filter", new PhysicalPlan.Filter(scan, TEST, ESTIMATE));
    plans.put("project", new PhysicalPlan.Project(scan, expressions, SCHEMA, ESTIMATE));
    plans.put(
        "aggregate",
        new PhysicalPlan.Aggregate(
            scan, List.of(1), List.of(sum), AggregateMode.PARTIAL, SCHEMA, ESTIMATE));
    plans.put(
        "expand",
        new PhysicalPlan.Expand(
            scan, List.of(0, 1), List.of(List.of(0), List.of()), SCHEMA, ESTIMATE));
    plans.put(
        "hash join",
        new PhysicalPlan.HashJoin(
            scan,
            new PhysicalPlan.ExchangeRead(3, SCHEMA, List.of(ORDER), ESTIMATE),
            JoinKind.INNER,
            List.of(0),
            List.of(1),
            List.of(true),
            Optional.of(TEST),
            Optional.of(new JoinRange(1, OptionalInt.empty(), OptionalInt.of(0), Optional.empty())),
            List.of(new PhysicalPlan.RuntimeKey(0, 1)),
            SCHEMA,
            ESTIMATE));
    plans.put(
        "merge join",
        new PhysicalPlan.MergeJoin(
            scan,
            scan,
            JoinKind.FULL,
            List.of(0, 1),
            List.of(0, 1),
            List.of(true, false),
            Optional.of(TEST),
            List.of(new PhysicalPlan.MergeKey(1, SortDirection.DESCENDING, NullPlacement.FIRST)),
            List.of(ScanValue.Whole.of(3), ScanValue.Whole.of(70_000)),
            SCHEMA,
            ESTIMATE));
    plans.put(
        "key by key",
        new PhysicalPlan.KeyByKey(scan, List.of(ORDER), List.of(ScanValue.Whole.of(3)), ESTIMATE));
    plans.put(
        "nested loops",
        new PhysicalPlan.NestedLoopJoin(
            scan,
            scan,
            JoinKind.LEFT,
            Optional.of(TEST),
            Optional.of(
                new JoinRange(
                    0,
                    OptionalInt.of(1),
                    OptionalInt.empty(),
                    Optional.of(new JoinRange.Bound(1, 0, true, false)))),
            SCHEMA,
            ESTIMATE));
    plans.put("sort", new PhysicalPlan.Sort(scan, List.of(ORDER), ESTIMATE));
    plans.put(
        "top", new PhysicalPlan.TopN(scan, List.of(ORDER), 1, 10, OptionalInt.of(2), ESTIMATE));
    plans.put("limit", new PhysicalPlan.Limit(scan, 0, Long.MAX_VALUE, ESTIMATE));
    plans.put("group limit", new PhysicalPlan.GroupLimit(scan, List.of(0), ORDER, 3, ESTIMATE));
    plans.put(
        "union",
        new PhysicalPlan.UnionAll(
            List.of(
                new PhysicalPlan.Share(1, scan, ESTIMATE),
                new PhysicalPlan.SharedRead(1, SCHEMA, ESTIMATE)),
            SCHEMA,
            ESTIMATE));
    plans.put(
        "window",
        new PhysicalPlan.Window(
            scan,
            List.of(0),
            List.of(ORDER),
            List.of(
                new WindowCall(
                    Optional.of(WindowFunction.RANK),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    bounds,
                    NullTreatment.RESPECT,
                    DataType.INT64),
                new WindowCall(
                    Optional.empty(),
                    Optional.of(sum),
                    List.of(3),
                    List.of(ONE),
                    bounds,
                    NullTreatment.IGNORE,
                    DataType.FLOAT64)),
            SCHEMA,
            ESTIMATE));
    plans.put("random key", new PhysicalPlan.RandomKey(scan, 7, SCHEMA, ESTIMATE));
    plans.put(
        "range part",
        new PhysicalPlan.RangePart(scan, scan, List.of(ORDER), 3, true, SCHEMA, ESTIMATE));
    plans.put(
        "exchange read in sequence",
        new PhysicalPlan.ExchangeRead(
            3, SCHEMA, List.of(ORDER), true, PartitionGroup.SKEWED, 4, ESTIMATE));
    plans.put(
        "repartition",
        new PhysicalPlan.Repartition(scan, PartitionKind.BY_RANGE, 3, List.of(ORDER), ESTIMATE));
    plans.put("row index", new PhysicalPlan.RowIndex(scan, 5, SCHEMA, ESTIMATE));
    plans.put(
        "unnest",
        new PhysicalPlan.Unnest(scan, 2, List.of(0), true, false, SCHEMA, Estimate.UNKNOWN));
    Staging staging = new Staging("/t", "20300131T235959999-0a1b2c3d", Optional.empty());
    plans.put(
        "write",
        write(
            scan,
            new WriteSpec.Staged(staging, "t", FileNamePattern.DEFAULT),
            ParquetWriteOptions.DEFAULT));
    plans.put(
        "write of a file", write(scan, new WriteSpec.Direct("/f.csv", 7), CsvWriteOptions.DEFAULT));
    List<Distribution> distributions =
        List.of(
            new Distribution.Single(List.of(ORDER)),
            new Distribution.Sequence(List.of(ORDER)),
            new Distribution.Broadcast(),
            new Distribution.Hash(List.of(0)),
            new Distribution.RoundRobin(),
            new Distribution.Adjacent(2),
            new Distribution.Range(3, false));
    for (Distribution distribution : distributions) {
      plans.put(
          "exchange " + distribution.getClass().getSimpleName(),
          new PhysicalPlan.Exchange(scan, distribution, ESTIMATE));
    }
    return plans;
  }

  private static PhysicalPlan write(
      PhysicalPlan rows, WriteSpec.Destination destination, WriteFormat format) {
    return new PhysicalPlan.Write(
        rows,
        new WriteSpec(
            SCHEMA,
            destination,
            format,
            List.of("id"),
            List.of(),
            new WriteSpec.Limits(1 << 20, 1_000, 10),
            WriteSpec.RowOrder.AS_THEY_COME,
            List.of(new SortField("id", false, true)),
            "UTC"),
        ESTIMATE);
  }

  @Test
  void plansOfEveryNodeComeBack() {
    Set<Class<?>> seen = new HashSet<>();
    plans()
        .forEach(
            (name, plan) -> {
              collect(plan, seen);
              Tables tables = new Tables();
              byte[] bytes = CODEC.encode(plan, tables);
              PhysicalPlan read = CODEC.decode(bytes, tables);
              assertThat(CODEC.encode(read, new Tables())).as(name).isEqualTo(bytes);
            });
    // row filters have no equality, all else has
    plans(new PhysicalPlan.SharedRead(1, SCHEMA, ESTIMATE))
        .forEach(
            (name, plan) -> {
              byte[] bytes = CODEC.encode(plan, new Tables());
              assertThat(CODEC.decode(bytes, new Tables())).as(name).isEqualTo(plan);
            });
    assertThat(seen).contains(PhysicalPlan.class.getPermittedSubclasses());
  }

  private static void collect(PhysicalPlan plan, Set<Class<?>> seen) {
    seen.add(plan.getClass());
    plan.inputs().forEach(input -> collect(input, seen));
  }

  @Test
  void theBytesOfPlansStayAsTheyArePinned() throws IOException {
    Map<String, String> actual = new LinkedHashMap<>();
    plans()
        .forEach(
            (name, plan) ->
                actual.put(name, HexFormat.of().formatHex(CODEC.encode(plan, new Tables()))));
    assertThat(actual)
        .as("a change of the format changes the fingerprint; then pin the new bytes")
        .containsExactlyEntriesOf(pinned());
  }

  private static Map<String, String> pinned() throws IOException {
    Map<String, String> pinned = new LinkedHashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                PlanFormsTest.class.getResourceAsStream("plans.txt"), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int colon = line.indexOf(": ");
        pinned.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    return pinned;
  }

  @Test
  void changedBytesArePlansOrTypedErrors() {
    plans()
        .forEach(
            (name, plan) -> {
              Tables tables = new Tables();
              byte[] bytes = CODEC.encode(plan, tables);
              for (int seed = 0; seed < 300; seed++) {
                Random random = new Random(seed);
                byte[] changed =
                    seed % 3 == 0
                        ? Arrays.copyOf(bytes, random.nextInt(bytes.length))
                        : bytes.clone();
                if (changed.length > 0) {
                  changed[random.nextInt(changed.length)] = (byte) random.nextInt();
                }
                Throwable thrown = catchThrowable(() -> CODEC.decode(changed, tables));
                if (thrown != null) {
                  assertThat(thrown)
                      .as("%s, seed %d", name, seed)
                      .isInstanceOf(HeddleException.class);
                }
              }
            });
  }

  @Test
  void whatBelongsToARunIsNotSent() {
    PhysicalPlan.Scan scan = scan();
    PhysicalPlan running =
        new PhysicalPlan.Scan(
            scan.table(),
            scan.request().with(List.of(new RuntimeFilter().conjunct(0, "id in #1"))),
            SCHEMA,
            ESTIMATE);
    assertThatThrownBy(() -> CODEC.encode(running, new Tables()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("No form of the row filter");
  }
}
