package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Delivers constant rows in each task of a stage, on one thread. */
public final class ValuesSourceFactory implements SourceFactory {
  private final PhysicalPlan.Values node;

  public ValuesSourceFactory(PhysicalPlan.Values node) {
    this.node = node;
  }

  @Override
  public Source open(TaskContext context) {
    return new ValuesSource(context);
  }

  @Override
  public int maxThreads() {
    return 1;
  }

  @Override
  public void close() {}

  private final class ValuesSource implements Source {
    private final TaskContext context;
    private int next; // row

    ValuesSource(TaskContext context) {
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      int end = Math.min(next + Batch.MAX_ROWS, node.rows().size());
      List<List<PhysicalExpr.Literal>> rows = node.rows().subList(next, end);
      next = end;
      if (!rows.isEmpty()) {
        output.emit(batch(rows));
      }
      return next < node.rows().size();
    }

    private Batch batch(List<List<PhysicalExpr.Literal>> rows) {
      List<Field> fields = node.output().fields();
      Column[] columns = Column.makeAll(fields.size(), i -> column(fields.get(i).type(), i, rows));
      return Batch.of(context.account(), rows.size(), columns);
    }

    private Column column(DataType type, int index, List<List<PhysicalExpr.Literal>> rows) {
      try (ColumnBuilder builder = new ColumnBuilder(type, context.account())) {
        for (List<PhysicalExpr.Literal> row : rows) {
          append(builder, row.get(index).value().orElse(null), type);
        }
        return builder.build();
      }
    }

    @Override
    public void close() {}
  }

  private static void append(ColumnBuilder builder, @Nullable ScanValue value, DataType type) {
    switch (value) {
      case null -> builder.appendNull();
      case ScanValue.Whole(BigInteger whole) -> {
        if (type.isFloat()) {
          builder.appendDouble(whole.doubleValue());
        } else if (type instanceof DataType.Decimal d && !d.fitsLong()) {
          builder.appendWords(whole.longValue(), whole.shiftRight(64).longValueExact());
        } else {
          builder.appendLong(whole.longValueExact());
        }
      }
      case ScanValue.Floating(double floating) -> builder.appendDouble(floating);
      case ScanValue.Truth(boolean truth) -> builder.appendBoolean(truth);
      case ScanValue.Span(int months, int days, long micros) ->
          builder.appendWords(
              ((long) days << 32) | (months & 0xffffffffL), Math.multiplyExact(micros, 1000L));
      case ScanValue.Bytes(byte[] bytes) -> builder.appendBytes(bytes, 0, bytes.length);
    }
  }
}
