package dev.heddle.shuffle.net;

import java.nio.ByteBuffer;

/**
 * One message of a connection.
 *
 * @param kind what it is, from 0 to 239
 * @param payload from its position to its limit; the receiver's, little endian
 */
public record Frame(int kind, ByteBuffer payload) {}
