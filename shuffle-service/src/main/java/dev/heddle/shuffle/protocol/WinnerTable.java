package dev.heddle.shuffle.protocol;

import java.util.List;

/**
 * Which attempt's output counts for each map of an exchange, and where it is stored.
 *
 * @param exchange the exchange
 * @param epoch the exchange's epoch: it goes up when all of its output is made anew
 * @param servers the servers that winners name by their place in this list
 * @param maps one winner for each map, in order
 */
public record WinnerTable(
    ExchangeId exchange, int epoch, List<ShuffleAddress> servers, List<Winner> maps) {
  /** Copies the lists. */
  public WinnerTable {
    servers = List.copyOf(servers);
    maps = List.copyOf(maps);
  }

  /**
   * A map's output.
   *
   * @param server place of its server in {@link WinnerTable#servers}
   * @param attempt number of the attempt that won
   * @param digest see {@link SealedMap#digest}
   */
  public record Winner(int server, int attempt, long digest) {}
}
