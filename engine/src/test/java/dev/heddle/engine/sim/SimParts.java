package dev.heddle.engine.sim;

import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the client of a streamed result knows, and has read. */
final class SimParts {
  /** Where a part is, in a table that has as many maps as the result has parts. */
  record Known(WinnerTable table, int part) {
    int attempt() {
      return table.maps().get(part).attempt();
    }
  }

  private final Map<Integer, Known> known = new HashMap<>();
  private int count = -1;
  private int read;
  private long sum;

  /** Takes in where some parts are. */
  void put(WinnerTable table, int first, int parts) {
    count = parts;
    for (int i = 0; i < table.maps().size(); i++) {
      WinnerTable.Winner winner = table.maps().get(i);
      WinnerTable.Winner only = new WinnerTable.Winner(0, winner.attempt(), winner.digest());
      known.put(
          first + i,
          new Known(
              new WinnerTable(
                  table.exchange(),
                  table.epoch(),
                  List.of(table.servers().get(winner.server())),
                  Collections.nCopies(parts, only)),
              first + i));
    }
  }

  /** Reads a part, whose amount it adds to a sum; false if that is lost. */
  interface Fetch {
    boolean read(Known part, long[] sum);
  }

  /** Reads the parts that follow on what has been read; returns one that is lost, if one is. */
  @Nullable Known read(Fetch fetch) {
    for (Known part = known.get(read); part != null; part = known.get(read)) {
      long[] amount = new long[1];
      if (!fetch.read(part, amount)) {
        known.remove(read);
        return part;
      }
      sum += amount[0];
      read++;
    }
    return null;
  }

  /** The job has another name, under which other parts are made. */
  void startAgain() {
    if (isBegun()) {
      throw new IllegalStateException("The job was forgotten while its result was read");
    }
    known.clear();
    count = -1;
  }

  boolean isBegun() {
    return read > 0;
  }

  boolean isWhole() {
    return count >= 0 && read >= count;
  }

  /** Demands that what has been read adds up to a number. */
  boolean hasSum(long expected) {
    if (sum != expected) {
      throw new IllegalStateException("A streamed result has wrong rows");
    }
    return true;
  }
}
