package dev.heddle.engine.worker;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PruningForm;
import dev.heddle.physical.expr.PruningPredicates;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WriteSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What a process runs to get warm: rows, and plans over them as the planner makes them, which this
 * module cannot ask without all that planning needs.
 *
 * @param time what the plans see
 */
record WarmupPlans(QueryTime time) {
  private static final int BATCHES = 10;
  private static final int KINDS = 7;
  private static final int DAYS = 1000;
  private static final DataType MONEY = new DataType.Decimal(15, 2);
  private static final DataType PRODUCT = new DataType.Decimal(30, 4);

  /** Columns of the rows. */
  static final Schema ROWS =
      new Schema(
          List.of(
              new Field("id", DataType.INT64, true),
              new Field("kind", DataType.STRING, true),
              new Field("price", MONEY, true),
              new Field("discount", MONEY, true),
              new Field("name", DataType.STRING, true),
              new Field("shipped", DataType.DATE, true)));

  private static final int ID = 0;
  private static final int KIND = 1;
  private static final int PRICE = 2;
  private static final int DISCOUNT = 3;
  private static final int NAME = 4;
  private static final int SHIPPED = 5;

  /** Makes the rows; the caller closes them. */
  static MemoryTable rows(MemoryAccount account) {
    List<Batch> batches = new ArrayList<>();
    try {
      for (int i = 0; i < BATCHES; i++) {
        batches.add(batch((long) i * Batch.MAX_ROWS, account));
      }
    } catch (RuntimeException e) {
      batches.forEach(Batch::close);
      throw e;
    }
    return MemoryTable.of("rows", ROWS, batches, account);
  }

  private static Batch batch(long first, MemoryAccount account) {
    Column[] columns =
        Column.makeAll(
            ROWS.size(),
            column -> {
              try (ColumnBuilder builder = new ColumnBuilder(ROWS.field(column).type(), account)) {
                for (long id = first; id < first + Batch.MAX_ROWS; id++) {
                  append(builder, column, id);
                }
                return builder.build();
              }
            });
    return Batch.of(account, Batch.MAX_ROWS, columns);
  }

  private static void append(ColumnBuilder builder, int column, long id) {
    switch (column) {
      case KIND -> builder.appendString("kind " + id % KINDS);
      case PRICE -> builder.appendLong(id * 31 % 99_991);
      case DISCOUNT -> builder.appendLong(id % 11);
      case NAME -> builder.appendString("name of " + id);
      case SHIPPED -> builder.appendLong(id % DAYS);
      default -> builder.appendLong(id);
    }
  }

  /** Returns a plan that writes a table to a file. */
  PhysicalPlan write(Table table, WriteSpec.Destination file) {
    PhysicalPlan all = scan(table, List.of(), ID, KIND, PRICE, DISCOUNT, NAME, SHIPPED);
    WriteSpec spec =
        new WriteSpec(
            ROWS,
            file,
            ParquetWriteOptions.DEFAULT,
            List.of(),
            List.of(),
            WriteSpec.Limits.ONE_FILE,
            WriteSpec.RowOrder.NONE,
            List.of(),
            time.zone().getId());
    return new PhysicalPlan.Write(together(all), spec, Estimate.UNKNOWN);
  }

  /** Returns a plan that filters, computes, groups by text and sorts. */
  PhysicalPlan groups(Table table) {
    PhysicalPlan scan = scan(table, List.of(SHIPPED), KIND, PRICE, DISCOUNT);
    PhysicalPlan computed =
        new PhysicalPlan.Project(
            scan,
            List.of(
                column(scan, 0),
                column(scan, 1),
                new PhysicalExpr.Call(
                    ScalarFunction.MULTIPLY,
                    List.of(column(scan, 1), column(scan, 2)),
                    PRODUCT,
                    true)),
            schema(DataType.STRING, MONEY, PRODUCT),
            Estimate.UNKNOWN);
    List<AggregateCall> calls =
        List.of(
            sum(1, MONEY),
            sum(2, PRODUCT),
            AggregateCall.of(AggregateFunction.AVG, DataType.FLOAT64, 1),
            AggregateCall.of(AggregateFunction.COUNT, DataType.INT64));
    return together(sorted(aggregated(computed, calls)));
  }

  /** Returns a plan that joins, groups by a number and keeps the first rows. */
  PhysicalPlan joined(Table table) {
    PhysicalPlan left = byKey(scan(table, List.of(), ID, PRICE));
    PhysicalPlan right = byKey(scan(table, List.of(SHIPPED), ID, NAME));
    PhysicalPlan pairs =
        new PhysicalPlan.HashJoin(
            left,
            right,
            JoinKind.INNER,
            List.of(0),
            List.of(0),
            List.of(false),
            Optional.empty(),
            schema(DataType.INT64, MONEY, DataType.INT64, DataType.STRING),
            Estimate.UNKNOWN);
    List<AggregateCall> calls =
        List.of(sum(1, MONEY), AggregateCall.of(AggregateFunction.MIN, DataType.STRING, 3));
    PhysicalPlan groups = aggregated(pairs, calls);
    return together(new PhysicalPlan.TopN(groups, order(1), 0, 10, Estimate.UNKNOWN));
  }

  /** Scans columns; rows whose columns among {@code few} are small. */
  private PhysicalPlan scan(Table table, List<Integer> few, Integer... columns) {
    List<Integer> read = new ArrayList<>(List.of(columns));
    read.addAll(few);
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>();
    for (int column : few) {
      DataType type = ROWS.field(column).type();
      PhysicalExpr predicate =
          new PhysicalExpr.Call(
              ScalarFunction.LT_EQ,
              List.of(
                  new PhysicalExpr.ColumnRef(read.indexOf(column), type, true),
                  PhysicalExpr.Literal.of(ScanValue.Whole.of(DAYS / 2), type)),
              DataType.BOOL,
              true);
      PruningForm form = PruningPredicates.of(predicate);
      conjuncts.add(
          new ScanFilter.Conjunct(
              "few", ExprRowFilter.of(predicate, time), form.predicate(), form.residual()));
    }
    return new PhysicalPlan.Scan(
        table,
        new ScanRequest(
            read,
            IntStream.range(0, columns.length).boxed().toList(),
            new ScanFilter(conjuncts),
            OptionalLong.empty()),
        new Schema(List.of(columns).stream().map(ROWS::field).toList()),
        Estimate.UNKNOWN);
  }

  /** Groups by the first column, before and after an exchange. */
  private static PhysicalPlan aggregated(PhysicalPlan input, List<AggregateCall> calls) {
    List<Integer> keys = List.of(0);
    PhysicalPlan states =
        new PhysicalPlan.Aggregate(
            input,
            keys,
            calls,
            AggregateMode.PARTIAL,
            AggregateStates.output(keys, calls, input.output()),
            Estimate.UNKNOWN);
    List<Field> fields = new ArrayList<>(List.of(input.output().field(0)));
    for (AggregateCall call : calls) {
      fields.add(new Field("call" + fields.size(), call.type(), true));
    }
    return new PhysicalPlan.Aggregate(
        byKey(states), keys, calls, AggregateMode.FINAL, new Schema(fields), Estimate.UNKNOWN);
  }

  private static AggregateCall sum(int column, DataType type) {
    return AggregateCall.of(AggregateFunction.SUM, AggregateStates.sumType(type), column);
  }

  private static PhysicalPlan byKey(PhysicalPlan input) {
    return new PhysicalPlan.Exchange(input, new Distribution.Hash(List.of(0)), Estimate.UNKNOWN);
  }

  private static PhysicalPlan sorted(PhysicalPlan input) {
    return new PhysicalPlan.Sort(input, order(0), Estimate.UNKNOWN);
  }

  private static List<SortOrder> order(int column) {
    return List.of(new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST));
  }

  private static PhysicalPlan together(PhysicalPlan input) {
    return new PhysicalPlan.Exchange(input, new Distribution.Single(List.of()), Estimate.UNKNOWN);
  }

  private static PhysicalExpr column(PhysicalPlan input, int index) {
    Field field = input.output().field(index);
    return new PhysicalExpr.ColumnRef(index, field.type(), field.nullable());
  }

  private static Schema schema(DataType... types) {
    List<Field> fields = new ArrayList<>();
    for (DataType type : types) {
      fields.add(new Field("c" + fields.size(), type, true));
    }
    return new Schema(fields);
  }
}
