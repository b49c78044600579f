/**
 * The exchange contract.
 *
 * <p>An exchange is a committed data set, not a set of tasks. It has a fixed number of partitions
 * and of maps (the tasks that write it). An attempt of a map writes rows for any partition and then
 * commits: what it wrote is sealed and has a place. The first commit of a map that the keeper of
 * the winners learns of wins (the scheduler of a cluster, the backend itself in one process);
 * others are dropped and do not matter. Nothing of an attempt can be read before its commit. Once
 * every map has a winner the exchange is sealed; readers then see, for each partition, exactly the
 * batches of the winners, in the order of the maps.
 *
 * <p><b>Row ledger.</b> Each commit states rows and an order-free checksum for each partition: the
 * sum, modulo 2^64, of the {@link dev.heddle.io.batch.RowHash} of each row over all columns in
 * order. A reader counts and sums what it delivers and compares with the totals of the winners when
 * it reaches the end. A difference is an error that names the exchange, the partition and, where
 * the map can be computed again, the map ({@code FETCH_LOST}; else {@code INTERNAL}): a lost or
 * doubled row is never a wrong answer. A reader that wants some of the columns only proves the
 * number of rows, and that it has all blocks in order, each with the checksum it was written with.
 *
 * <p><b>States.</b> An exchange is open (some map has no winner), sealed, or released. Asking for a
 * partition of an exchange that is unknown, open or released are three different errors; an empty
 * partition is none of them.
 *
 * <h2>Conversations</h2>
 *
 * <p>Client and server talk over a connection of frames ({@link
 * dev.heddle.shuffle.protocol.ShuffleFrames}), one conversation at a time:
 *
 * <ul>
 *   <li><b>Write.</b> {@code Open}; then the client sends a {@code Block} for each credit that the
 *       server has {@code Granted}, and {@code Want} when it cannot go on; {@code Seal}; the server
 *       answers {@code SealDone}. A connection that ends before drops the attempt.
 *   <li><b>Read.</b> {@code Read}; the server answers {@code Heads}, then a {@code Chunk} for each
 *       block while the window has room, which the client refills by {@code WindowUpdate}; at the
 *       end {@code ReadDone}, or {@code MapLost} as soon as a block cannot be had.
 *   <li><b>Totals.</b> {@code AskTotals}; {@code Totals}.
 * </ul>
 *
 * <p>At any time the server may answer {@code Refused}, which ends the conversation; what the
 * client has sent meanwhile is dropped. Credits and windows count the memory that a block takes
 * ({@link dev.heddle.io.memory.Buffer#roomFor}). The codec's fingerprint is part of the handshake,
 * so only equal vocabularies meet.
 */
@NullMarked
package dev.heddle.shuffle.protocol;

import org.jspecify.annotations.NullMarked;
