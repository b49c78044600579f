package dev.heddle.flight;

/**
 * What a server holds for its clients; 0 when all are gone. The figures are of one moment each.
 *
 * @param sessions number of sessions that are open
 * @param preparedStatements number of prepared statements that have not been closed
 * @param unreadResults number of results that have tickets, those that are read included
 * @param running number of statements that run and results that are on their way
 * @param preparations number of statements that have been prepared since the server began
 */
public record ResultServerStatus(
    int sessions, int preparedStatements, int unreadResults, int running, long preparations) {}
