package dev.heddle.engine.cluster.client;

import dev.heddle.engine.graph.JobId;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.Collections;
import java.util.List;

/**
 * A part of a result that can be read.
 *
 * @param job which makes it
 * @param table has the winner of the part, and one for each other part of the result
 * @param little what the winners have written, if it has come along
 * @param number of the part, from 0
 */
record ResultPart(JobId job, WinnerTable table, List<InlineOutput> little, int number) {
  /** Makes one from a table of some parts, of which it is one. */
  static ResultPart of(JobId job, WinnerTable some, int place, int number, int parts) {
    WinnerTable.Winner winner = some.maps().get(place);
    WinnerTable.Winner only = new WinnerTable.Winner(0, winner.attempt(), winner.digest());
    WinnerTable table =
        new WinnerTable(
            some.exchange(),
            some.epoch(),
            List.of(some.servers().get(winner.server())),
            Collections.nCopies(parts, only));
    return new ResultPart(job, table, List.of(), number);
  }

  /** Returns the attempt that has written it. */
  int attempt() {
    return table.maps().get(number).attempt();
  }
}
