/**
 * Sockets of ZeroMQ's protocol on the side that listens: ZMTP 3.1 (RFC 37) with the mechanism NULL,
 * of the kinds ROUTER, PUB and REP. Peers of 3.0 (RFC 23) and later are served.
 *
 * <p><b>A connection</b> sends its greeting at once, reads that of the peer, and exchanges READY
 * with it: the peer's {@code Socket-Type} must fit, its {@code Identity} has at most 255 bytes.
 * Then messages and commands are read: PING is answered by PONG; subscriptions of a PUB socket come
 * as commands or as messages that begin with 1 or 0. A message of a REP socket is an envelope, an
 * empty part and a body, and is answered with the same envelope. What a ROUTER socket sends goes to
 * the connection that asked, or once that is closed to the newest with the same identity.
 *
 * <p><b>What a peer may do.</b> The first byte that the protocol does not allow ends its
 * connection. No memory is taken for a length but for bytes that have come. Each port has its
 * {@link dev.heddle.kernel.zmtp.PortLimits}: the bytes of a message, the time for a handshake and
 * for a message once it has begun, and the number of connections. A connection above that number
 * takes the place of the oldest one that has not proven itself, by a handshake or, at a ROUTER
 * socket, a message that the receiver takes; if there is none, it is closed. All ports that share a
 * {@link dev.heddle.kernel.zmtp.ReadMemory} hold at most its bytes of unfinished messages: the
 * connection whose message began first is closed for another one. What a peer does not read waits:
 * 1 MB, or 32 MB while less than 64 MB wait for all peers of the port, but of answers to PING and
 * of a REP socket 64 kB. Messages above that are dropped, unless nothing else waits.
 *
 * <p><b>Threads.</b> A port has a virtual thread that accepts, each connection one that reads and
 * one that writes. Sending never blocks, and an interrupt does not disturb it. A receiver is called
 * by the threads that read; while it blocks, its peer waits.
 */
@NullMarked
package dev.heddle.kernel.zmtp;

import org.jspecify.annotations.NullMarked;
