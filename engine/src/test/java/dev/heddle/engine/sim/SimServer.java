package dev.heddle.engine.sim;

import dev.heddle.engine.graph.WorkerId;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A shuffle server that keeps amounts instead of rows; each life is an object of its own. */
final class SimServer {
  final ShuffleAddress address;
  final Optional<WorkerId> worker;
  final Map<MapAttempt, long[]> sealed = new LinkedHashMap<>();
  final Set<ExchangeId> released = new HashSet<>();
  boolean isAlive = true;
  long fullUntil;
  long cutUntil;

  SimServer(ShuffleAddress address, Optional<WorkerId> worker) {
    this.address = address;
    this.worker = worker;
  }

  void release(ExchangeId exchange) {
    released.add(exchange);
    sealed.keySet().removeIf(attempt -> attempt.exchange().equals(exchange));
  }
}
