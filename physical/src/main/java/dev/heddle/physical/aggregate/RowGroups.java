package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.PhysicalPlan;

/**
 * Groups rows by their keys, aggregates each group, and returns for each row which group is its
 * own.
 *
 * <p>Used by one thread at a time.
 */
public final class RowGroups implements AutoCloseable {
  private final AggregateTable table;

  /**
   * Makes no group.
   *
   * @param node has keys, and calls whose states can be merged
   */
  public RowGroups(PhysicalPlan.Aggregate node, MemoryAccount account) {
    this.table = new AggregateTable(new AggregateSpec(node), account);
  }

  /** Returns the number of groups. */
  public int groupCount() {
    return table.groupCount();
  }

  /**
   * Adds the rows of a batch, which stays the caller's.
   *
   * @return where the int32 number of each row's group is, until the next rows
   */
  public long add(Batch batch) {
    table.add(batch);
    return table.located();
  }

  /**
   * Adds the groups of another one of the same node.
   *
   * @param numbers where the int32 number that each of its groups has here is written
   */
  public void absorb(RowGroups other, long numbers) {
    table.absorb(other.table, numbers);
  }

  /** Ends adding; returns a row for each group, its keys first, then the values of the calls. */
  public Batch results() {
    table.seal();
    return table.rows(0, table.groupCount());
  }

  @Override
  public void close() {
    table.close();
  }
}
