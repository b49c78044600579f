package dev.heddle.io.testing;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads tables whole, for comparison; every call proves that no memory is left. */
public final class Scans {
  private Scans() {}

  /** Returns all rows of a table. */
  public static List<List<@Nullable Object>> rows(Table table) {
    return rows(table, all(table));
  }

  /** Returns the request for all columns of all rows. */
  public static ScanRequest all(Table table) {
    List<Integer> columns = IntStream.range(0, table.schema().size()).boxed().toList();
    return new ScanRequest(columns, columns, ScanFilter.NONE, OptionalLong.empty());
  }

  /** Returns the rows that a request gives. */
  public static List<List<@Nullable Object>> rows(Table table, ScanRequest request) {
    return rows(table.scan(request));
  }

  /** Returns the rows of all splits of a scan, in order. */
  public static List<List<@Nullable Object>> rows(TableScan scan) {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      forEach(
          scan,
          account,
          batch -> {
            if (batch.physicalRows() > Batch.MAX_ROWS) {
              throw new AssertionError("A batch has " + batch.physicalRows() + " rows");
            }
            rows.addAll(ScannedRows.of(batch));
          });
      return rows;
    }
  }

  /** Lends the batches of all splits of a scan, in order. */
  public static void forEach(TableScan scan, MemoryAccount account, Consumer<Batch> consumer) {
    for (Split split : scan.splits()) {
      try (SplitReader reader = scan.open(split, account)) {
        Optional<Batch> next = reader.next();
        while (next.isPresent()) {
          try (Batch batch = next.get()) {
            consumer.accept(batch);
          }
          next = reader.next();
        }
      }
    }
  }

  /**
   * Reads every row and follows every view and code, but makes no Java values: broken files hold
   * times of day beyond midnight.
   *
   * @return the number of rows
   */
  public static long drain(TableScan scan) {
    return drain(scan, 1L << 30);
  }

  /** As {@link #drain(TableScan)}, with a limit on memory. */
  public static long drain(TableScan scan, long budgetBytes) {
    long rows = 0;
    try (MemoryAccount account = new MemoryLedger(budgetBytes).open("test")) {
      for (Split split : scan.splits()) {
        try (SplitReader reader = scan.open(split, account)) {
          Optional<Batch> next = reader.next();
          while (next.isPresent()) {
            try (Batch batch = next.get()) {
              rows += batch.rowCount();
              for (int column = 0; column < batch.columnCount(); column++) {
                touch(batch.column(column), batch.rowCount());
              }
            }
            next = reader.next();
          }
        }
      }
    }
    return rows;
  }

  private static void touch(Column column, int rows) {
    for (int row = 0; row < rows; row++) {
      if (column.layout() == Layout.VIEW) {
        column.bytesAt(row);
      } else if (column.layout() == Layout.LIST && !column.isNull(row)) {
        int rest = column.child(0).rows() - column.listStart(row);
        if (column.listStart(row) < 0
            || column.listLength(row) < 0
            || column.listLength(row) > rest) {
          throw new IllegalStateException("A list goes beyond its elements");
        }
      } else if (column.isDictionary()) {
        column.dictionary().values();
      }
    }
    for (int child = 0; child < column.childCount(); child++) {
      int elements = column.layout() == Layout.STRUCT ? rows : column.child(child).rows();
      touch(column.child(child), elements);
    }
  }
}
