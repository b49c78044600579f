package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a server knows of an exchange; once released, only that. */
final class Exchange {
  final Job job;
  final ExchangeId id;
  final Map<Long, Attempt> attempts = new LinkedHashMap<>(); // by map and attempt
  private int maps; // 0 while unknown
  private int partitions; // 0 while unknown
  private int epoch;
  private boolean isReleased;

  Exchange(Job job, ExchangeId id, int epoch, int maps, int partitions) {
    this.job = job;
    this.id = id;
    this.epoch = epoch;
    this.maps = maps;
    this.partitions = partitions;
  }

  static long key(int map, int attempt) {
    return (long) map << 32 | attempt;
  }

  void learnShape(int ofMaps, int ofPartitions) {
    if (maps == 0) {
      maps = ofMaps;
      partitions = ofPartitions;
    }
  }

  int maps() {
    return maps;
  }

  int partitions() {
    return partitions;
  }

  /** Returns whether it is stored in packs. */
  boolean isPacked() {
    return ExchangeShape.isPacked(maps, partitions);
  }

  /** Begins a later epoch. */
  void raiseEpoch(int newEpoch) {
    if (newEpoch <= epoch) {
      throw new IllegalStateException("Epoch " + newEpoch + " does not follow " + epoch);
    }
    epoch = newEpoch;
  }

  int epoch() {
    return epoch;
  }

  void release() {
    isReleased = true;
  }

  boolean isReleased() {
    return isReleased;
  }
}
