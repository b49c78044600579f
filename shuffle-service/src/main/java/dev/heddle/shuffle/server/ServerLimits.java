package dev.heddle.shuffle.server;

/**
 * What a server may use.
 *
 * @param memoryBytes for blocks, credits and blocks being sent
 * @param diskBytes for bundles; 0 says that there is no disk
 * @param jobBytes for one job, in memory and on disk together
 * @param leaseMillis how long a job's data stays when nobody renews its lease
 */
public record ServerLimits(long memoryBytes, long diskBytes, long jobBytes, long leaseMillis) {
  /** Returns how much of the memory blocks of writers may take, granted or there. */
  long writeBytes() {
    return memoryBytes - readBytes();
  }

  /** Returns how much of the memory blocks that are read from the disk may take. */
  long readBytes() {
    return memoryBytes / 4;
  }
}
