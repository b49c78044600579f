package dev.heddle.shuffle.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** A job whose data a server keeps until its lease ends. */
final class Job {
  final long number;
  final Map<Integer, Exchange> exchanges = new LinkedHashMap<>();
  long leaseEndMillis;
  long bytes; // of all attempts, in memory and on disk

  Job(long number, long leaseEndMillis) {
    this.number = number;
    this.leaseEndMillis = leaseEndMillis;
  }
}
