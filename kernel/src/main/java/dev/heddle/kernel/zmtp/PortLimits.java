package dev.heddle.kernel.zmtp;

import java.time.Duration;

/**
 * What a port grants its peers.
 *
 * @param connections that are open at a time; at least 1
 * @param messageBytes of all parts of a message, each of which counts 32 bytes more
 * @param handshake from a connection's begin until it is ready
 * @param message from a message's first byte until its last one
 */
public record PortLimits(int connections, int messageBytes, Duration handshake, Duration message) {
  private static final Duration HANDSHAKE = Duration.ofSeconds(10);
  private static final Duration MESSAGE = Duration.ofSeconds(60);

  /** Returns limits with the usual times, for 100 connections. */
  public static PortLimits ofMessages(int bytes) {
    return new PortLimits(100, bytes, HANDSHAKE, MESSAGE);
  }
}
