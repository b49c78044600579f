package dev.heddle.io.storage;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the files of a write wait for its commit, whatever process writes them: {@link
 * Storage#open} makes it, {@link Storage#createIn} writes files that wait in it, {@link
 * Storage#close} drops what still waits and ends it. Small enough to be sent to every task.
 *
 * @param folder where the files become visible, absolute; or, of a single file, a hidden folder
 *     beside it
 * @param id the id of the write
 * @param file the path of the file, if the write is of a single one, absolute
 */
public record Staging(String folder, String id, Optional<String> file) {
  /** What follows a write's id in the name of its folder among the records. */
  static final String ENDING = ".staged";

  /** What is there as long as files may wait; a process that sees it sees the target. */
  private static final String TOKEN = "/token";

  /** Checks that nothing is missing. */
  public Staging {
    requireNonNull(folder, "folder is null");
    requireNonNull(id, "id is null");
    requireNonNull(file, "file is null");
  }

  /** Makes the staging of a write to a folder. */
  Staging(String folder, String id) {
    this(folder, id, Optional.empty());
  }

  /** Returns the path of what waits, where the storage has files that can be renamed. */
  String path() {
    return WriteRecords.recordFolder(folder) + "/" + id + ENDING;
  }

  /** Returns the path of the token. */
  public String token() {
    return path() + TOKEN;
  }

  /**
   * Returns what tells a file of the write, in its name, from all other files: {@code w}, the id,
   * the task and the file. Names of one start are in the order of writes, tasks and files, and
   * behind those of plain numbers.
   *
   * @param task number of the task that writes it, below 100,000
   * @param file number of the file among those of the task, below 100,000
   */
  public String number(int task, int file) {
    return String.format("w%s_%05d_%05d", id, task, file);
  }

  /** Returns the {@link #number} in the name of a file of the write, if it has one. */
  Optional<String> numberIn(String name) {
    Matcher number = Pattern.compile("w" + Pattern.quote(id) + "_\\d{5,}_\\d{5,}").matcher(name);
    return number.find() ? Optional.of(number.group()) : Optional.empty();
  }

  /**
   * Returns the absolute path of a file of the write.
   *
   * @param relative a path in the folder, whose last part contains the id; of a single file any
   */
  public String pathOf(String relative) {
    if (file.isPresent()) {
      return file.get();
    }
    if (!relative.substring(relative.lastIndexOf('/') + 1).contains(id)) {
      throw new IllegalArgumentException("No id of the write in the name of file " + relative);
    }
    return folder + "/" + relative;
  }
}
