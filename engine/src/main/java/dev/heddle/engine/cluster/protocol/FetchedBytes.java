package dev.heddle.engine.cluster.protocol;

/**
 * Bytes of exchanges that were read from a server.
 *
 * @param server its number
 */
public record FetchedBytes(int server, long bytes) {}
