package dev.heddle.io.storage;

import static java.util.Objects.requireNonNull;

/**
 * The bytes of a file that are durable but not visible: {@link Storage#complete} shows them under
 * the path in one step, {@link Storage#abort} drops them. Any process may do either.
 *
 * @param path where the file will be, absolute
 * @param sizeBytes its length
 * @param token what the storage needs to find the bytes; only the storage knows its meaning
 */
public record PreparedFile(String path, long sizeBytes, String token) {
  /** Checks that nothing is missing. */
  public PreparedFile {
    requireNonNull(path, "path is null");
    requireNonNull(token, "token is null");
  }
}
