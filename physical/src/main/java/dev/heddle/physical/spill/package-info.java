/**
 * Files for what does not fit into memory.
 *
 * <h2>Folders</h2>
 *
 * <p>A session that spills has one folder, {@code heddle-spill-} and a random name, in the folder
 * that the user chose or in the system's for temporary files, for its user's eyes only. It holds
 * the file {@code lock}, on which the process has a lock while it lives, and the spill files. Who
 * makes such a folder first deletes those beside it that are older than a minute and whose lock is
 * free: their process is gone.
 *
 * <h2>Files</h2>
 *
 * <p>A spill file is a row of blocks. A block is a header of 32 bytes, little-endian: {@code HSB1}
 * (4 bytes), rows (4), bytes of the metadata (4), bytes of the body (4), CRC-32C of these 16 bytes,
 * metadata and body (4), zeros (12); then metadata and body of an Arrow IPC message of rows.
 * Buffers of 32-bit and 64-bit integers are packed: the smallest value, and of each the bytes in
 * which it differs. Others are compressed by LZ4 while the disk takes longer for the bytes that
 * this saves than it takes itself, which is measured. Blocks are self-contained: no dictionaries,
 * no shared bytes. Types are not in the file: it is read by the process that wrote it, with the
 * types it was written with.
 *
 * <p>All files of a query are deleted at its end, however it ends.
 */
@NullMarked
package dev.heddle.physical.spill;

import org.jspecify.annotations.NullMarked;
