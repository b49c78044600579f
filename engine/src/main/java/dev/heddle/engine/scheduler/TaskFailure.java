package dev.heddle.engine.scheduler;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.List;

/** Why an attempt ended without a result; what follows goes by the type and the code. */
public sealed interface TaskFailure {
  /** Returns what happened, for people. */
  String text();

  /** It was asked to stop. Never counted. */
  record Stopped() implements TaskFailure {
    @Override
    public String text() {
      return "it was stopped";
    }
  }

  /**
   * What some maps have written could not be read, or was not what it should be.
   *
   * @param exchange what was read
   * @param version version of the winners that was read
   * @param maps numbers of the maps
   * @param message for people
   */
  record FetchLost(ExchangeId exchange, int version, List<Integer> maps, String message)
      implements TaskFailure {
    @Override
    public String text() {
      return message;
    }
  }

  /** Anything else; the code decides. */
  record Failed(ErrorCode code, String message) implements TaskFailure {
    @Override
    public String text() {
      return code + ": " + message;
    }
  }
}
