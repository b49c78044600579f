package dev.heddle.shuffle.protocol;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of some maps of an exchange cannot be had, or is not what they committed: they must be
 * run again.
 */
public final class FetchLostException extends HeddleException {
  @Serial private static final long serialVersionUID = 1L;

  private final long job;
  private final int exchange;
  private final List<Integer> maps;

  /** Makes an error of code {@link ErrorCode#FETCH_LOST}. */
  public FetchLostException(
      ExchangeId exchange, List<Integer> maps, String why, @Nullable Throwable cause) {
    super(
        ErrorCode.FETCH_LOST,
        "Output of "
            + (maps.size() == 1 ? "map " : "maps ")
            + String.join(", ", maps.stream().limit(10).map(String::valueOf).toList())
            + (maps.size() > 10 ? " and " + (maps.size() - 10) + " more" : "")
            + " of "
            + exchange
            + " is lost: "
            + why,
        cause);
    this.job = exchange.job();
    this.exchange = exchange.exchange();
    this.maps = List.copyOf(maps);
  }

  /** Returns the exchange. */
  public ExchangeId exchange() {
    return new ExchangeId(job, exchange);
  }

  /** Returns the maps, ascending. */
  public List<Integer> maps() {
    return maps;
  }
}
