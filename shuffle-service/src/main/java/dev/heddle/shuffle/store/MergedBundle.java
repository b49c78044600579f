package dev.heddle.shuffle.store;

import java.util.List;

/**
 * What a merged bundle is of.
 *
 * @param id names it
 * @param maps number of maps of the exchange
 * @param partitions number of its partitions
 * @param attempts in it, by map
 */
public record MergedBundle(MergedId id, int maps, int partitions, List<MergedMap> attempts) {
  /** Copies the list. */
  public MergedBundle {
    attempts = List.copyOf(attempts);
  }
}
