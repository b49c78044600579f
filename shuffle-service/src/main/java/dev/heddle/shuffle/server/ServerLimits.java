package dev.heddle.shuffle.server;

/**
 * What a server may use.
 *
 * @param memoryBytes for blocks, credits and blocks being sent
 * @param diskBytes for bundles; 0 if there is no disk
 * @param tierBytes for sealed bundles elsewhere, when the disk is full; 0 if there is no such place
 * @param jobBytes for one job, in all these together
 * @param leaseMillis how long a job's data stays when nobody renews its lease
 * @param indexBytes of the heap, for what is known of attempts
 */
public record ServerLimits(
    long memoryBytes,
    long diskBytes,
    long tierBytes,
    long jobBytes,
    long leaseMillis,
    long indexBytes) {
  /** Of an attempt without what is known of its partitions: measured. */
  static final long ATTEMPT_BYTES = 2 << 10;

  /** Totals, an entry of the index and, while the block is in memory, its buffer: measured. */
  static final long PART_BYTES = 256;

  /** Returns how much of the heap an attempt takes: of packs as much for any number of them. */
  static long indexBytes(Exchange exchange) {
    return exchange.isPacked() ? ATTEMPT_BYTES : ATTEMPT_BYTES + PART_BYTES * exchange.partitions();
  }

  /** Returns how much of this process's heap may be taken by what is known of attempts. */
  public static long indexBytesOfHeap() {
    return Runtime.getRuntime().maxMemory() / 2;
  }

  /** Makes limits of a server whose heap is not the limit. */
  public ServerLimits(
      long memoryBytes, long diskBytes, long tierBytes, long jobBytes, long leaseMillis) {
    this(memoryBytes, diskBytes, tierBytes, jobBytes, leaseMillis, Long.MAX_VALUE);
  }

  /** Makes limits of a server without a tier. */
  public ServerLimits(long memoryBytes, long diskBytes, long jobBytes, long leaseMillis) {
    this(memoryBytes, diskBytes, 0, jobBytes, leaseMillis);
  }

  /** Returns how much of the memory blocks of writers may take, granted or there. */
  long writeBytes() {
    return memoryBytes - readBytes();
  }

  /** Returns how much of the memory blocks that are read from the disk may take. */
  long readBytes() {
    return memoryBytes / 4;
  }
}
