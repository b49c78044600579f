package dev.heddle.io.storage;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Small texts in folders of files, in hidden files that no reader of tables takes for a part. */
public final class FolderNotes {
  private FolderNotes() {}

  /**
   * Returns the text of a note.
   *
   * @param name starts with an underscore
   */
  public static Optional<String> read(Storage storage, String folder, String name) {
    return WriteRecords.readFile(storage, folder + "/" + name)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }
}
