package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

/**
 * Sends each batch on once for each grouping set, with the keys that are not of the set null, a
 * grouping id and the number of the set. Columns are shared between the copies.
 */
public final class ExpandOperatorFactory implements OperatorFactory {
  private final List<Integer> keys;
  private final List<List<Integer>> sets;

  public ExpandOperatorFactory(PhysicalPlan.Expand node) {
    keys = node.keys();
    sets = node.sets();
  }

  @Override
  public Operator open(TaskContext context) {
    return new ExpandOperator(context);
  }

  @Override
  public void close() {}

  private long groupingId(List<Integer> set) {
    long id = 0;
    for (int key : keys) {
      id = id << 1 | (set.contains(key) ? 0 : 1);
    }
    return id;
  }

  private final class ExpandOperator implements Operator {
    private final TaskContext context;

    ExpandOperator(TaskContext context) {
      this.context = context;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      try (input) {
        for (int i = 0; i < sets.size(); i++) {
          context.checkCancelled();
          output.emit(expanded(input, i));
        }
      }
      return Status.NEEDS_INPUT;
    }

    private Batch expanded(Batch input, int number) {
      List<Integer> set = sets.get(number);
      int rows = input.physicalRows();
      int kept = input.columnCount();
      Column[] columns =
          Column.makeAll(
              kept + 2,
              i -> {
                if (i >= kept) {
                  long value = i == kept ? groupingId(set) : number;
                  return ConstantColumns.longs(value, rows, context.account());
                }
                Column column = input.physicalColumn(i);
                boolean blank = keys.contains(i) && !set.contains(i);
                return blank ? nulls(column.type(), rows) : column.retain();
              });
      return input.withColumns(columns);
    }

    private Column nulls(DataType type, int rows) {
      return ConstantColumns.nulls(type, rows, context.account());
    }

    @Override
    public void close() {}
  }
}
