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
 * <p><b>Blocks and packs.</b> An exchange of up to {@value
 * dev.heddle.shuffle.protocol.ExchangeShape#MAX_BLOCK_PAIRS} pairs of a map and a partition is
 * stored in blocks, each of one partition; everybody along the way knows each. A larger one is
 * stored in packs of many small parts, each of one partition, and whatever the number of pairs
 * there is nothing for a pair without rows, in memory, on wires or on disk; readers get it
 * partition by partition, and each map by map. What it takes:
 *
 * <table>
 * <caption>An exchange of M maps by P partitions, of which B pairs have rows, on S servers</caption>
 * <tr><th>Where</th><th>What</th><th>How much</th></tr>
 * <tr><td>worker</td><td>connections</td><td>S a task that runs, and 8 idle a server</td></tr>
 * <tr><td>map, heap</td><td>sizes and sequences</td><td>16 bytes a partition</td></tr>
 * <tr><td>map, off the heap</td><td>rows of all partitions together</td><td>16 MiB or a 16th of
 * the memory limit a lane, and a pack of 256 KiB</td></tr>
 * <tr><td>reader, off the heap</td><td>parts on their way</td><td>8 MiB or a 32nd of the memory
 * limit, at least 256 KiB a server</td></tr>
 * <tr><td>server, heap</td><td>attempts</td><td>2 KiB each, of any number of partitions</td></tr>
 * <tr><td>server, heap</td><td>a reader</td><td>20 bytes a map</td></tr>
 * <tr><td>server, memory and disk</td><td>parts</td><td>40 bytes each and their rows; 8 more in
 * memory</td></tr>
 * <tr><td>server, disk</td><td>a merged bundle</td><td>8 bytes a partition, about 0.6 KiB an
 * attempt</td></tr>
 * <tr><td>wires</td><td>a map's end, by way of the scheduler</td><td>at most 0.7 KiB</td></tr>
 * <tr><td>wires</td><td>the winners, to each worker</td><td>at most 16 bytes a map</td></tr>
 * <tr><td>wires</td><td>a reader's question to all servers</td><td>16 bytes a map</td></tr>
 * <tr><td>scheduler, heap</td><td>sizes</td><td>8 bytes a partition; 0.6 KiB a map, of at most
 * 2,048 maps a stage</td></tr>
 * </table>
 *
 * <p>{@code heddle bench scheduler} holds messages and the scheduler's heap to it, and {@code
 * heddle bench shuffle --maps 10000 --parts 10000} servers, maps and readers.
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
 *   <li><b>Write packs.</b> As above, with packs for blocks, and {@code SealPacks} for {@code
 *       Seal}: it states the digest, which is a sum over all parts, so that the server can sum it
 *       up too.
 *   <li><b>Read parts.</b> {@code ReadParts}; the server answers {@code Heads} of what is missing
 *       only, and then {@code Parts}, many in a frame, while the window has room; {@code ReadDone}.
 *   <li><b>Totals.</b> {@code AskTotals}; {@code Totals}.
 * </ul>
 *
 * <p>A client that waits for memory or the disk of a server hears {@code Waiting} every second, so
 * that it need not take a busy server for one that is gone.
 *
 * <p>At any time the server may answer {@code Refused}, which ends the conversation; what the
 * client has sent meanwhile is dropped. Credits and windows count the memory that a block takes
 * ({@link dev.heddle.io.memory.Buffer#roomFor}). The codec's fingerprint is part of the handshake,
 * so only equal vocabularies meet.
 */
@NullMarked
package dev.heddle.shuffle.protocol;

import org.jspecify.annotations.NullMarked;
