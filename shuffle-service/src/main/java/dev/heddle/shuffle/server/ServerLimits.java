package dev.heddle.shuffle.server;

/**
 * What a server may use.
 *
 * @param memoryBytes for blocks, credits and blocks being sent
 * @param diskBytes for bundles; 0 says that there is no disk
 * @param tierBytes for sealed bundles elsewhere, when the disk is full; 0 says that there is no
 *     such place
 * @param jobBytes for one job, in all these together
 * @param leaseMillis how long a job's data stays when nobody renews its lease
 */
public record ServerLimits(
    long memoryBytes, long diskBytes, long tierBytes, long jobBytes, long leaseMillis) {
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
