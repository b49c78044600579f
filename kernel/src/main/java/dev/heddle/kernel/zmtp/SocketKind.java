package dev.heddle.kernel.zmtp;

import java.util.Set;

/** What a port does with messages, by ZeroMQ's names. */
public enum SocketKind {
  /** Takes messages, and answers each peer by itself. */
  ROUTER(Set.of("REQ", "DEALER", "ROUTER")),
  /** Sends messages to all whose subscriptions fit. */
  PUB(Set.of("SUB", "XSUB")),
  /** Takes messages with an envelope. */
  REP(Set.of("REQ", "DEALER"));

  private final Set<String> peers;

  SocketKind(Set<String> peers) {
    this.peers = peers;
  }

  /** Whether a peer of a kind, by its name in the protocol, may talk to this one. */
  boolean isServing(String peer) {
    return peers.contains(peer);
  }
}
