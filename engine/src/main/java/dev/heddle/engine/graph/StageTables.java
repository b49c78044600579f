package dev.heddle.engine.graph;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.wire.TableForms;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The tables of a job where its tasks run: each is opened once, and rows in memory stay until this
 * is closed. Thread-safe.
 */
public final class StageTables implements AutoCloseable {
  private final MemoryAccount account;
  private final Function<ContentHash, byte[]> source;
  private final PinnedRows pinned;
  private final Map<ContentHash, Table> tables = new HashMap<>(); // guarded by this

  /**
   * Makes an empty set.
   *
   * @param account pays for rows in memory; stays the caller's
   * @param source returns the bytes of a table by their name
   * @param pinned opens rows that jobs have persisted
   */
  public StageTables(
      MemoryAccount account, Function<ContentHash, byte[]> source, PinnedRows pinned) {
    this.account = account;
    this.source = source;
    this.pinned = pinned;
  }

  /** Makes an empty set for a graph that came with all of its tables. */
  public static StageTables of(EncodedGraph graph, MemoryAccount account) {
    return new StageTables(account, graph.tables()::get, PinnedRows.ELSEWHERE);
  }

  /** Returns a table by the name of its bytes. */
  synchronized Table open(ContentHash hash) {
    Table table = tables.get(hash);
    if (table == null) {
      byte[] bytes = source.apply(hash);
      if (!ContentHash.of(bytes).equals(hash)) {
        throw new HeddleException(
            ErrorCode.CORRUPT_MESSAGE,
            "Cannot open table " + hash + ": its " + bytes.length + " bytes are not what was sent");
      }
      table = TableForms.open(bytes, account, pinned);
      tables.put(hash, table);
    }
    return table;
  }

  /** Gives rows in memory back; no task of the job runs any more. */
  @Override
  public synchronized void close() {
    for (Table table : tables.values()) {
      if (table instanceof MemoryTable memory) {
        memory.close();
      }
    }
    tables.clear();
  }
}
