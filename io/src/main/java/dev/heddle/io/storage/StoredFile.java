package dev.heddle.io.storage;

/**
 * A file as a listing saw it.
 *
 * @param path absolute path or URL
 * @param sizeBytes its length
 * @param version changes whenever the content does: the time of the last change and what
 *     distinguishes it from others of that time, or an ETag
 */
public record StoredFile(String path, long sizeBytes, String version) {
  /** Returns the last part of the path. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
