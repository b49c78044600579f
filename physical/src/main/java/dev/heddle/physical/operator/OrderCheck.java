package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowOrder;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares rows of a scan with those before them: that the rows of a file are sorted is only what
 * its writer declares, and results must not depend on that. Immutable.
 *
 * <p>Rows that are out of order are an error and not sorted here: by the time they are seen, rows
 * that should have come later may have left the query.
 */
public final class OrderCheck {
  /** Rows may come in any order. */
  static final OrderCheck NONE = new OrderCheck(List.of(), "", "");

  private final List<SortOrder> order;
  private final String table;
  private final String keys;

  private OrderCheck(List<SortOrder> order, String table, String keys) {
    this.order = order;
    this.table = table;
    this.keys = keys;
  }

  /** Checks the order that a scan states. */
  public static OrderCheck of(PhysicalPlan.Scan scan) {
    return scan.order().isEmpty()
        ? NONE
        : new OrderCheck(
            scan.order(),
            scan.table().name(),
            scan.order().stream()
                .map(key -> scan.output().field(key.column()).name())
                .collect(Collectors.joining(", ")));
  }

  boolean isNothing() {
    return order.isEmpty();
  }

  /** Begins before the first row that a thread sees. */
  Comparison open(MemoryAccount account) {
    return new Comparison(account);
  }

  /** Sees the rows of one thread, in table order. */
  final class Comparison implements AutoCloseable {
    private final MemoryAccount account;
    private final RowOrder within = RowOrder.of(order);
    private final RowOrder between = RowOrder.ofKeys(order);
    private final int first = order.getFirst().column();
    private final boolean isDescending = order.getFirst().direction() == SortDirection.DESCENDING;
    private @Nullable Batch before; // the keys of the last batch
    private int lastRow; // of it, by its physical position

    private Comparison(MemoryAccount account) {
      this.account = account;
    }

    /**
     * Checks a batch, which stays the caller's.
     *
     * @param place where its rows come from, for the error
     */
    void see(Batch batch, Supplier<String> place) {
      int count = batch.rowCount();
      if (count == 0) {
        return;
      }
      Batch last = before;
      long selection = batch.selection();
      boolean isSorted =
          (last == null || between.compare(last, lastRow, batch, position(selection, 0)) <= 0)
              && isSorted(batch, selection, count);
      if (!isSorted) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE,
            "Cannot read %s in order: %s is declared to be sorted by %s, and is not; to read it as unsorted: set excluded_rules = '%s'"
                .formatted(table, place.get(), keys, KnownOrder.PHASE));
      }
      Column[] columns =
          Column.makeAll(order.size(), i -> batch.physicalColumn(order.get(i).column()).retain());
      close();
      before = Batch.of(account, batch.physicalRows(), columns);
      lastRow = position(selection, count - 1);
    }

    private static int position(long selection, int row) {
      return selection == 0 ? row : Memory.getInt(selection + 4L * row);
    }

    private boolean isSorted(Batch batch, long selection, int count) {
      Column column = batch.physicalColumn(first);
      if (selection == 0 && !column.isDictionary() && !column.mayHaveNulls()) {
        if (column.layout() == Layout.INT64) {
          return areLongsSorted(batch, column.values(), count);
        }
        if (column.layout() == Layout.INT32) {
          return areIntsSorted(batch, column.values(), count);
        }
      }
      boolean isCode = order.size() == 1 && column.isDictionary() && !column.mayHaveNulls();
      for (int i = 1; i < count; i++) {
        int a = position(selection, i - 1);
        int b = position(selection, i);
        if (!(isCode && column.code(a) == column.code(b))
            && within.compare(batch, a, batch, b) > 0) {
          return false;
        }
      }
      return true;
    }

    private boolean areLongsSorted(Batch batch, long values, int count) {
      long last = Memory.getLong(values);
      for (int i = 1; i < count; i++) {
        long value = Memory.getLong(values + 8L * i);
        boolean isAfter = isDescending ? value < last : value > last;
        if (!isAfter
            && (value != last
                || (order.size() > 1 && within.compare(batch, i - 1, batch, i) > 0))) {
          return false;
        }
        last = value;
      }
      return true;
    }

    private boolean areIntsSorted(Batch batch, long values, int count) {
      int last = Memory.getInt(values);
      for (int i = 1; i < count; i++) {
        int value = Memory.getInt(values + 4L * i);
        boolean isAfter = isDescending ? value < last : value > last;
        if (!isAfter
            && (value != last
                || (order.size() > 1 && within.compare(batch, i - 1, batch, i) > 0))) {
          return false;
        }
        last = value;
      }
      return true;
    }

    @Override
    public void close() {
      Batch last = before;
      before = null;
      if (last != null) {
        last.close();
      }
    }
  }
}
