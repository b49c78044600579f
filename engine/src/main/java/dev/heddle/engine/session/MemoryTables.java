package dev.heddle.engine.session;

import dev.heddle.engine.database.DataFile;
import dev.heddle.engine.database.DatabaseFolder;
import dev.heddle.engine.database.TableBuilder;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.values.HeapResult;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tables in a session's memory, and those persisted for it, by number. Thread-safe. */
final class MemoryTables implements AutoCloseable {
  private final MemoryAccount account;
  private final Map<Long, Table> tables = new HashMap<>(); // guarded by this
  private final Map<Long, StoredTable> stored = new HashMap<>(); // guarded by this
  private long lastId; // guarded by this
  private final TreeMap<Long, Source.Memory> retired = new TreeMap<>(); // guarded by this
  private final TreeSet<Long> pins = new TreeSet<>(); // guarded by this
  private long lastMoment; // of pins and retirements, which none have twice; guarded by this

  /**
   * A table of data files, which are opened when it is read first.
   *
   * @param folder where they are
   * @param files all of it
   * @param written those that no commit has named when the table was made
   */
  record StoredTable(
      DatabaseFolder folder,
      List<DataFile> files,
      List<DataFile> written,
      Supplier<Table> opened) {}

  /** Makes an empty store; the account pays for all tables and is closed with it. */
  MemoryTables(MemoryAccount account) {
    this.account = account;
  }

  /** Collects rows for a new table; close it if the table is not made. */
  Builder builder(String name, Schema schema) {
    return new Builder(name, schema);
  }

  /** Returns the table of a source. */
  synchronized Table find(Source.Memory source) {
    StoredTable files = stored.get(source.id());
    Table table =
        files == null
            ? tables.get(source.id())
            : tables.computeIfAbsent(source.id(), _ -> files.opened().get());
    if (table == null) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read table \"" + source.name() + "\": it has been dropped");
    }
    return table;
  }

  /** Takes over a table, perhaps of remote rows, and returns its scan. */
  synchronized LogicalPlan.Scan add(Table table) {
    long id = ++lastId;
    tables.put(id, table);
    return new LogicalPlan.Scan(new Source.Memory(id, table.name()), table.schema());
  }

  MemoryAccount account() {
    return account;
  }

  /** Makes a table without rows, which nobody has to free. */
  Table empty(String name, Schema schema) {
    return MemoryTable.of(name, schema, List.of(), account);
  }

  /** Takes over a table of data files and returns its scan. */
  synchronized LogicalPlan.Scan add(String name, Schema schema, StoredTable table) {
    long id = ++lastId;
    stored.put(id, table);
    return new LogicalPlan.Scan(new Source.Memory(id, name), schema);
  }

  /** Returns the data files of a table; null if it has none but is in memory. */
  synchronized @Nullable StoredTable stored(Source.Memory source) {
    return stored.get(source.id());
  }

  /** Frees a table; scans that have begun keep what they hold. */
  synchronized void drop(Source.Memory source) {
    stored.remove(source.id());
    close(tables.remove(source.id()));
  }

  /**
   * Keeps all tables that there are now until {@link #unpin}.
   *
   * @return what ends it
   */
  synchronized long pin() {
    long moment = ++lastMoment;
    pins.add(moment);
    return moment;
  }

  /** Ends a pin, and frees what was kept for it alone. */
  synchronized void unpin(long pin) {
    pins.remove(pin);
    long first = pins.isEmpty() ? Long.MAX_VALUE : pins.first();
    while (!retired.isEmpty() && retired.firstKey() < first) {
      drop(retired.pollFirstEntry().getValue());
    }
  }

  /** Frees a table that has no name any more, when nobody has pinned it. */
  synchronized void retire(Source.Memory source) {
    if (pins.isEmpty()) {
      drop(source);
    } else {
      retired.put(++lastMoment, source);
    }
  }

  /** Makes a result of rows, which no table is needed for, in a time zone. */
  HeapResult result(Schema schema, List<@Nullable Object[]> rows, ZoneId timeZone) {
    HeapResult result = new HeapResult(schema, timeZone);
    Iterator<@Nullable Object[]> left = rows.iterator();
    try (RowBatches batches = new RowBatches(schema, account)) {
      while (left.hasNext()) {
        try (Batch batch = batches.next(left)) {
          result.add(batch);
        }
      }
    }
    return result;
  }

  @Override
  public synchronized void close() {
    tables.values().forEach(MemoryTables::close);
    tables.clear();
    account.close();
  }

  private static void close(@Nullable Table table) {
    if (table instanceof MemoryTable memory) {
      memory.close();
    }
  }

  /** Puts batches of any size into the form that a table wants. */
  final class Builder implements TableBuilder {
    private final String name;
    private final Schema schema;
    private final BatchAppender rows;
    private final List<Batch> batches = new ArrayList<>();

    private Builder(String name, Schema schema) {
      this.name = name;
      this.schema = schema;
      this.rows = new BatchAppender(schema.fields().stream().map(Field::type).toList(), account);
    }

    MemoryAccount account() {
      return account;
    }

    @Override
    public void append(Batch batch) {
      int from = 0;
      while (from < batch.rowCount()) {
        int count = Math.min(batch.rowCount() - from, Batch.MAX_ROWS - rows.rows());
        append(batch, from, count);
        from += count;
        if (rows.rows() == Batch.MAX_ROWS) {
          batches.add(rows.build());
        }
      }
    }

    private void append(Batch batch, int from, int count) {
      if (from == 0) {
        rows.append(batch, 0, count);
        return;
      }
      Buffer positions = account.allocate(4L * count);
      try {
        for (int i = 0; i < count; i++) {
          Memory.putInt(positions.address() + 4L * i, from + i);
        }
        rows.append(batch, positions.address(), count);
      } finally {
        positions.release();
      }
    }

    @Override
    public LogicalPlan.Scan build() {
      if (rows.rows() > 0) {
        batches.add(rows.build());
      }
      List<Batch> all = List.copyOf(batches);
      batches.clear(); // the table's from here on
      return add(MemoryTable.of(name, schema, all, account));
    }

    @Override
    public void close() {
      rows.close();
      batches.forEach(Batch::close);
      batches.clear();
    }
  }
}
