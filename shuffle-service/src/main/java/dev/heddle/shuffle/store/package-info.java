/**
 * Where the partitions of an exchange are stored, sealed and counted.
 *
 * <h2>Blocks</h2>
 *
 * <p>A block is a header of 64 bytes, little-endian: {@code HXB1} (4 bytes), CRC-32C of everything
 * behind (4), job (8), exchange (4), epoch (4), map (4), attempt (4), partition (4), number among
 * the partition's blocks (4), rows (4), bytes of the metadata (4), bytes of the body (4), zeros;
 * then metadata and body of an Arrow IPC message of rows, with packed integers and all else
 * compressed by LZ4 where that pays, or, of a writer that is only reached from its own host, left
 * as it is. Its writer makes the checksum and its reader proves it: what is between only moves
 * bytes.
 *
 * <h2>Bundles</h2>
 *
 * <p>A bundle is the file of one attempt of a map: blocks behind each other, in runs by partition,
 * then the index: job (8), exchange (4), epoch (4), map (4), attempt (4), maps (4), partitions (4),
 * digest (8), blocks (4), zeros (4); rows and checksum of each partition (16); partition, rows,
 * bytes and offset of each block (20), by partition; then the length of the index (4), its CRC-32C
 * (4), zeros (4), {@code HXI1}. It is {@code job-J/exchange-E/MAP-ATTEMPT-EPOCH.open} until it is
 * sealed by a rename to {@code .bundle}. Nothing is forced to the medium: a bundle survives its
 * process, and what a crash of the machine tears fails its checksum and is computed again.
 *
 * <p>The folder is its user's only (0700) and belongs to one process at a time, by the lock on the
 * file {@code lock}. A process that starts deletes what is not sealed.
 *
 * <h2>Tier</h2>
 *
 * <p>What does not fit into the folder may go on to a folder of a storage, {@code s3a://} for
 * instance, which many servers share. There each life of a server has {@code shuffle-UUID/} with a
 * {@code lease} and {@code J-E-MAP-ATTEMPT-EPOCH.blocks}: the blocks of a sealed bundle at the
 * offsets that its index names. The index stays in the server's memory, since nobody reads a bundle
 * of a life that has ended: the next server to start or to look deletes the folders whose lease is
 * not live.
 */
@NullMarked
package dev.heddle.shuffle.store;

import org.jspecify.annotations.NullMarked;
