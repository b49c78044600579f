/**
 * The JDBC driver of servers of Flight SQL, those of {@code heddle flight}.
 *
 * <p><b>URLs.</b> {@code jdbc:heddle://host:port}, where the port is 7430 if there is none. Options
 * follow a {@code ?} as in URLs of the process: {@code token}; {@code user} (any) and {@code
 * password}, which is the token; {@code tls} ({@code true} or {@code false}; without it addresses
 * of this machine have none, all others do); {@code tlsCa}, the file of the authority that signed
 * the server's certificate, without which those that the JVM trusts are; {@code timeZone}, in which
 * points in time are given, while texts that queries make of them are in the server's; {@code
 * catalog} and {@code schema}, of which there is one each. What is wrong, and a server that does
 * not answer, fails with 08001, a wrong token with 28000.
 *
 * <p><b>Connections.</b> Each has a channel and a session of its own, which is kept by a cookie and
 * ends with the connection. Calls are sent once, since a message of Arrow cannot be written again:
 * a connection of the network that is reset fails those on their way, and the next call opens
 * another one for the same session; only the closing of a session is tried again. A session that
 * the server has ended, and a server that is gone, are 08006, and the connection is no longer
 * valid. Errors of the server have the states that the same ones have in the process.
 *
 * <p><b>Statements.</b> A query without parameters is one call and the reading of its rows; all
 * others are prepared, a {@code PreparedStatement} once for all its executions unless the server
 * has dropped it meanwhile. A server takes one statement at a time, so a text of several is divided
 * at its semicolons; they are sent one by one, so that what is wrong in a later one shows when
 * those before it are done. Parameters are sent as vectors of the types that their values have.
 * Rows are read as the server sends them; one that is not read has the query wait.
 *
 * <p><b>Cancelling</b> resets the calls of a statement, from any thread; the server ends what they
 * run.
 *
 * <p><b>The jar</b> has all it needs in itself below {@code dev.heddle.jdbc.shaded}, and runs
 * beside {@code heddle-jdbc} and any version of Arrow, gRPC or Netty. Of its classes those of other
 * projects are of Java 11 and older, those of {@code frame-api}, {@code jdbc} and this package of
 * Java 25. What these use of newer versions: unnamed variables (22), {@code java.lang.foreign} in
 * {@code MemoryUtil} (22, {@code findOrThrow} 23), patterns in switches and of records (21).
 */
@NullMarked
package dev.heddle.jdbc.remote;

import org.jspecify.annotations.NullMarked;
