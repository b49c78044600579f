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
 * <h2>Parts and packs</h2>
 *
 * <p>A part is what a map has for a partition, or a piece of it: map (4), attempt (4), partition
 * (4), number among the parts of its map and partition (4), rows (4), bytes of the payload (4), sum
 * of the rows' hashes (8), bytes of metadata (4), CRC-32C of all else (4), payload. The payload is
 * metadata and body of an Arrow IPC message as in a block; or, without metadata, small rows: for
 * each column a byte that says whether bits of presence follow, these, and the values, of texts
 * each its length (1 byte, or 255 and 4) and bytes. A part of two rows of 52 bytes takes 142; a
 * block would take some 500.
 *
 * <p>A pack is a header like that of a block with {@code HXP1}, the first and last partition for
 * partition and number, a checksum of header and index, and the index for the metadata: partition
 * (4) and offset (4) of each part; then the parts, ascending by partition. A writer sorts what it
 * has collected and makes packs of about 256 KiB of it.
 *
 * <h2>Bundles</h2>
 *
 * <p>A bundle is the file of one attempt of a map: blocks behind each other, in runs by partition,
 * then the index: job (8), exchange (4), epoch (4), map (4), attempt (4), maps (4), partitions (4),
 * digest (8), blocks (4), number of totals (4), bytes of sizes (4), zeros (4), bytes of parts (8);
 * rows and checksum of each partition, or of all together if the blocks are packs (16); sizes;
 * first and last partition, rows, bytes and offset of each block (24); then the length of the index
 * (4), its CRC-32C (4), zeros (4), {@code HXI2}. It is {@code
 * job-J/exchange-E/MAP-ATTEMPT-EPOCH.open} until it is sealed by a rename to {@code .bundle}.
 * Nothing is forced to the medium: a bundle survives its process, and what a crash of the machine
 * tears fails its checksum and is computed again.
 *
 * <p>A merged bundle, {@code job-J/exchange-E/NUMBER.merged}, has the parts of many attempts of
 * packs, by partition, then by map: a reader of a partition of thousands of maps reads a few files,
 * each in one piece. Behind the parts: where each partition starts, and the last one ends (8 each);
 * job (8), exchange (4), number (4), maps (4), partitions (4), attempts (4); of each attempt map,
 * attempt, epoch and bytes of sizes (4 each), rows, checksum, digest and bytes (8 each), sizes; the
 * length of the directory (4); then where it starts (8), the length of all this (4), its CRC-32C
 * (4), zeros (4), {@code HXM1}. It is {@code .merging} until it is complete, and proved: the sum of
 * what was written of each attempt is the digest that was sealed.
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
