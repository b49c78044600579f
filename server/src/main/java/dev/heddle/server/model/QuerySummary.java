package dev.heddle.server.model;

import dev.heddle.frame.watch.QueryState;
import java.util.Optional;

/**
 * A query in a line; its texts are masked.
 *
 * @param id its number on pages, unique in the folder of the history
 * @param text the statement, cut where it is long
 * @param owner who asked; empty for this process
 * @param why what runs of it or why nothing does; empty where that is not known
 * @param begunMillis since 1970
 * @param elapsedMillis since it began, up to its end
 * @param leftMillis how long it is going to run; -1 where that is not known
 * @param memoryBytes that it has now; of one that is over the most that was seen
 * @param sampledNanos CPU time that its samples represent; -1 if it was not sampled
 * @param failure why it has no result, if it has none
 */
public record QuerySummary(
    long id,
    String text,
    String owner,
    QueryState state,
    String why,
    long begunMillis,
    long elapsedMillis,
    long leftMillis,
    double share,
    long rows,
    long bytesRead,
    long files,
    long rowGroups,
    long rowGroupsSkipped,
    long memoryBytes,
    long spilledBytes,
    int findings,
    long sampledNanos,
    Optional<String> failure) {}
