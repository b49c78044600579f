package dev.heddle.physical.write;

/**
 * A file that a task has written.
 *
 * @param path absolute
 * @param token how the storage finds its bytes before they are shown; empty if they are
 * @param bytes its length
 * @param rows number of its rows
 * @param checksum of its rows, see {@link dev.heddle.io.batch.RowChecksum}
 */
record WrittenFile(String path, String token, long bytes, long rows, long checksum) {}
