package dev.heddle.physical.aggregate;

/**
 * When an aggregation changes its ways.
 *
 * @param maxTableGroups above this number of groups in a thread's table, rows are divided by hash
 *     and wait
 * @param maxTableValues the same for values that an aggregator of the table has collected
 * @param maxWaitingBytes how much may wait, over all threads, before it is aggregated
 * @param smallBytes states below this size are not spilled
 * @param maxStateBytes above this size states are spilled though there is more memory
 */
public record AggregateLimits(
    int maxTableGroups,
    int maxTableValues,
    long maxWaitingBytes,
    long smallBytes,
    long maxStateBytes) {
  private static final int SHARE_OF_HEAP = 8;

  /**
   * For a core's cache of 1 to 2 MiB: at 100,000 groups dividing still lost, at 6 million it won.
   */
  public static final AggregateLimits DEFAULT =
      new AggregateLimits(1 << 18, 1 << 17, 512L << 20, 256 << 10, Long.MAX_VALUE);

  /** Returns these limits for states that are objects on the heap, of which they leave most. */
  AggregateLimits onHeap() {
    long most = Math.min(maxStateBytes, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    return new AggregateLimits(maxTableGroups, maxTableValues, maxWaitingBytes, smallBytes, most);
  }

  /** Returns these limits without those that make aggregations spill. */
  static AggregateLimits inMemory(int maxTableGroups, int maxTableValues, long maxWaitingBytes) {
    return new AggregateLimits(
        maxTableGroups, maxTableValues, maxWaitingBytes, DEFAULT.smallBytes, DEFAULT.maxStateBytes);
  }
}
