package dev.heddle.bench.shuffle;

import dev.heddle.shuffle.protocol.ExchangeDirectory;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The winners of a trial, all on one server: each map's only attempt. Thread-safe. */
final class TrialWinners implements ExchangeDirectory {
  private final ShuffleAddress address;
  private final List<SealedMap> sealed = new ArrayList<>(); // guarded by this
  private @Nullable WinnerTable table; // guarded by this; once asked for

  TrialWinners(ShuffleAddress address) {
    this.address = address;
  }

  synchronized void add(SealedMap map) {
    sealed.add(map);
    table = null;
  }

  /** Returns how many bytes all maps have. */
  synchronized long bytes() {
    return sealed.stream().mapToLong(SealedMap::bytes).sum();
  }

  @Override
  public synchronized WinnerTable winners(ExchangeId exchange) {
    WinnerTable known = table;
    if (known == null) {
      sealed.sort(Comparator.comparingInt(map -> map.attempt().map()));
      known =
          new WinnerTable(
              exchange,
              0,
              List.of(address),
              sealed.stream()
                  .map(map -> new WinnerTable.Winner(0, map.attempt().attempt(), map.digest()))
                  .toList());
      table = known;
    }
    return known;
  }

  @Override
  public List<InlineOutput> little(ExchangeId exchange) {
    return List.of();
  }

  @Override
  public void sealed(InlineOutput output) {}

  @Override
  public OutputTarget target(MapAttempt attempt) {
    return new OutputTarget(0, address);
  }
}
