/**
 * Writes and reads exchanges on servers.
 *
 * <p>A writer scatters rows into blocks, and proves nothing: it states each partition's rows and
 * checksum when it seals. A reader asks each server for its partition of the winners there, takes
 * blocks ahead from all of them, delivers them in the order of the maps, and demands that each
 * block is whole, belongs where it came, and that each map has the rows and the checksum that were
 * sealed. Of packs a writer collects the rows of all partitions in one place and sorts them when
 * there are enough; a reader proves the rows, the place and the number of each part. Anything else
 * is a {@link dev.heddle.shuffle.protocol.FetchLostException}.
 */
@NullMarked
package dev.heddle.shuffle.client;

import org.jspecify.annotations.NullMarked;
