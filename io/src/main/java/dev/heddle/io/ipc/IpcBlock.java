package dev.heddle.io.ipc;

/**
 * The position of a message in a file.
 *
 * @param offset where its metadata starts, with the prefix that has its length
 * @param metadataBytes how long the metadata is, prefix and padding included
 * @param bodyBytes how long the body behind it is
 * @param dictionaries how many messages of dictionaries count for it
 */
record IpcBlock(long offset, int metadataBytes, long bodyBytes, int dictionaries) {
  /** Returns where the body ends. */
  long end() {
    return body() + bodyBytes;
  }

  /** Returns where the body starts. */
  long body() {
    return offset + metadataBytes;
  }
}
