/**
 * Framed connections between the processes of a cluster: control plane, shuffle plane and clients.
 *
 * <p><b>Frame.</b> Little endian: payload length (u32), kind (u8), three zero bytes, CRC-32C of the
 * payload (u32), CRC-32C of the twelve bytes before (u32), payload. A frame has at most {@value
 * dev.heddle.shuffle.net.Connection#MAX_FRAME_BYTES} bytes of payload. A header or payload whose
 * checksum differs, an unknown length, or an end of stream inside a frame breaks the connection:
 * nothing of a broken frame is delivered. Kinds from 240 up belong to this package.
 *
 * <p><b>Handshake.</b> The connecting side sends HELLO (255) first: magic, protocol version,
 * fingerprint of the codec, role, incarnation, name, token. The other answers WELCOME (254) with
 * its own, or REFUSED (253) with a message, and closes. A handshake takes at most ten seconds, and
 * its frames are small, so that a stranger costs little.
 *
 * <p><b>Security.</b> On a loopback address none is needed. Elsewhere a listener refuses to start
 * without a token and TLS. The certificates come from a certificate authority that is the cluster's
 * own: the holder of a certificate of it is a process of the cluster, so host names are not
 * compared.
 */
@NullMarked
package dev.heddle.shuffle.net;

import org.jspecify.annotations.NullMarked;
