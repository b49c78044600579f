package dev.heddle.engine.graph;

import static java.util.Objects.requireNonNull;

/**
 * A jar with the user's own code.
 *
 * @param hash names the bytes
 * @param bytes of the jar; not to be changed
 */
public record CodeArchive(ContentHash hash, byte[] bytes) {
  /** Checks that nothing is missing. */
  public CodeArchive {
    requireNonNull(hash, "hash is null");
    requireNonNull(bytes, "bytes is null");
  }

  /** Returns an archive of the bytes. */
  public static CodeArchive of(byte[] bytes) {
    return new CodeArchive(ContentHash.of(bytes), bytes);
  }
}
