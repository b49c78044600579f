package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.store.MergedId;
import java.util.List;

/**
 * What to look for parts of a partition in, for a reader: some of its maps, each of which is in one
 * of the places.
 *
 * @param reading number of the conversation that it is for
 * @param epoch of the exchange
 * @param fromMap the first map
 * @param fromSequence number of the first part of that map
 * @param endMap the one behind the last map
 * @param maps the attempts that count
 * @param packs places of attempts that are not merged, by map
 * @param files merged bundles
 * @param maxBytes at which to stop, unless the first part alone has more
 */
public record PartRun(
    long reading,
    int partition,
    int epoch,
    int fromMap,
    int fromSequence,
    int endMap,
    MapSelection maps,
    List<PackPlace> packs,
    List<MergedId> files,
    int maxBytes) {
  /** Returns whether a part comes at the start of the run or later, and before its end. */
  boolean has(int map, int sequence) {
    return map < endMap && (map > fromMap || (map == fromMap && sequence >= fromSequence));
  }
}
