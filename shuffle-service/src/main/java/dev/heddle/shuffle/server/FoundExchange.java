package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import org.jspecify.annotations.Nullable;

/** What there is of an exchange for a reader in an epoch. Used by the core's thread. */
final class FoundExchange implements Readers.Finder {
  private final @Nullable Exchange exchange;
  private final boolean jobEnded;
  private final int epoch;

  private FoundExchange(@Nullable Exchange exchange, boolean jobEnded, int epoch) {
    this.exchange = exchange;
    this.jobEnded = jobEnded;
    this.epoch = epoch;
  }

  static FoundExchange of(@Nullable Exchange exchange, int epoch) {
    return new FoundExchange(exchange, false, epoch);
  }

  static FoundExchange ofEndedJob(@Nullable Exchange exchange, int epoch) {
    return new FoundExchange(exchange, true, epoch);
  }

  /** Returns whether a later epoch has begun. */
  boolean isStale() {
    return exchange != null && !exchange.isReleased() && epoch < exchange.epoch();
  }

  /** Returns how many there are, or 0 if that is not known. */
  int partitions() {
    return exchange == null || exchange.isReleased() ? 0 : exchange.partitions();
  }

  @Override
  public MapAnswer answer(RequestedMap wanted) {
    if (jobEnded || (exchange != null && exchange.isReleased())) {
      return MapAnswer.RELEASED;
    }
    Attempt attempt = find(wanted);
    if (attempt == null || attempt.id.epoch() != epoch) {
      return MapAnswer.ABSENT;
    }
    return switch (attempt.state()) {
      case OPEN, SEALING, DROPPED -> MapAnswer.ABSENT;
      case LOST -> MapAnswer.LOST;
      case SEALED -> attempt.digest() == wanted.digest() ? MapAnswer.FOUND : MapAnswer.LOST;
    };
  }

  @Override
  public Attempt attempt(RequestedMap wanted) {
    Attempt attempt = find(wanted);
    if (attempt == null) {
      throw new IllegalStateException("Nothing was found of " + wanted);
    }
    return attempt;
  }

  private @Nullable Attempt find(RequestedMap wanted) {
    return exchange == null
        ? null
        : exchange.attempts.get(Exchange.key(wanted.map(), wanted.attempt()));
  }
}
