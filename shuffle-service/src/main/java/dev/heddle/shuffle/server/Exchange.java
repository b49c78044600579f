package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a server knows of an exchange; once released, only that. */
final class Exchange {
  final Job job;
  final ExchangeId id;
  int maps; // 0 while unknown
  int partitions; // 0 while unknown
  final Map<Long, Attempt> attempts = new LinkedHashMap<>(); // by map and attempt
  int epoch;
  boolean released;

  Exchange(Job job, ExchangeId id, int epoch, int maps, int partitions) {
    this.job = job;
    this.id = id;
    this.epoch = epoch;
    this.maps = maps;
    this.partitions = partitions;
  }

  void learnShape(int ofMaps, int ofPartitions) {
    if (maps == 0) {
      maps = ofMaps;
      partitions = ofPartitions;
    }
  }

  static long key(int map, int attempt) {
    return (long) map << 32 | attempt;
  }
}
