package dev.heddle.shuffle.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** A job whose data a server keeps until its lease ends. */
final class Job {
  final long number;
  final Map<Integer, Exchange> exchanges = new LinkedHashMap<>();
  private long leaseEndMillis;
  private long bytes; // of all attempts, in memory, on disk and in the tier

  Job(long number, long leaseEndMillis) {
    this.number = number;
    this.leaseEndMillis = leaseEndMillis;
  }

  void renewLease(long endMillis) {
    leaseEndMillis = endMillis;
  }

  boolean isExpired(long nowMillis) {
    return leaseEndMillis <= nowMillis;
  }

  void count(long moreBytes) {
    bytes += moreBytes;
  }

  long bytes() {
    return bytes;
  }
}
