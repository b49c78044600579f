package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.LiteralColumns;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

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
      List<PhysicalExpr.Literal> values = rows.stream().map(row -> row.get(index)).toList();
      return LiteralColumns.of(type, values, context.account());
    }

    @Override
    public void close() {}
  }
}
