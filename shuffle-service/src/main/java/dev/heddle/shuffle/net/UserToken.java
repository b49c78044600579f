package dev.heddle.shuffle.net;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FileMoves;
import dev.heddle.io.storage.LocalFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The token of a cluster that was started without a security folder, for this host only: random, in
 * a file that only the user who started it can read, named by the scheduler's port. Other processes
 * of the user find it there, and look again at each use, since the next scheduler at the port has
 * another one. Thread-safe.
 */
final class UserToken implements Supplier<String> {
  private final Path folder;
  private final boolean isOwn;
  private volatile int port;
  private volatile String known;

  private UserToken(Path folder, boolean isOwn, int port, String known) {
    this.folder = folder;
    this.isOwn = isOwn;
    this.port = port;
    this.known = known;
  }

  /** Returns a new token for a scheduler, which others find once it is published. */
  static UserToken fresh(Path folder) {
    return new UserToken(folder, true, 0, SecurityFolder.randomToken());
  }

  /** Returns the token of the scheduler at a port, wherever it is at each time. */
  static UserToken of(Path folder, int port) {
    return new UserToken(folder, false, port, "");
  }

  /** Returns the token; where its file is not there (any more), the last one; else empty. */
  @Override
  public String get() {
    if (!isOwn) {
      known = read(known);
    }
    return known;
  }

  private String read(String otherwise) {
    try {
      return Files.readString(file()).strip();
    } catch (IOException e) {
      return otherwise;
    }
  }

  private Path file() {
    return folder.resolve(Integer.toString(port));
  }

  /**
   * Writes a new token's file, over that of a scheduler which is gone; it goes with this process.
   *
   * @param listening the port at which the scheduler listens from now on
   * @throws HeddleException if it cannot be written
   */
  void publish(int listening) {
    if (!isOwn) {
      return;
    }
    port = listening;
    Runtime.getRuntime().addShutdownHook(new Thread(this::withdraw, "heddle-token"));
    try {
      LocalFolders.makePrivate(folder);
      Path next = folder.resolve(port + "." + ProcessHandle.current().pid());
      Files.deleteIfExists(next);
      Files.createFile(next, LocalFolders.privateFile(folder));
      Files.writeString(next, known + "\n");
      FileMoves.replace(next, file());
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot write the token of this cluster to "
              + file()
              + ": "
              + e
              + "; name a folder of your own as HEDDLE_CACHE, or a security folder",
          e);
    }
  }

  /** Deletes the file, unless it is another's by now. */
  void withdraw() {
    try {
      if (read("").equals(known)) {
        Files.deleteIfExists(file());
      }
    } catch (IOException e) {
      System.err.println("heddle: cannot delete " + file() + ": " + e);
    }
  }
}
