package dev.heddle.cli.daemon;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.LocalFolders;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a user's server is found: {@code heddle} in XDG_RUNTIME_DIR, else {@code daemon} in the
 * folder of what outlives a process. The launcher looks at the same place, by the same variables.
 *
 * @param path may not be there yet
 */
public record DaemonFolder(Path path) {
  private static final int MAX_SOCKET_BYTES = 107;
  private static final String PRIVATE_FOLDER = "rwx------";
  private static final String PRIVATE_FILE = "rw-------";

  /** Returns the one that variables name. */
  public static DaemonFolder of(Map<String, String> environment) {
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    String own = environment.getOrDefault("HEDDLE_CACHE", "");
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    Path path;
    if (!runtime.isEmpty()) {
      path = Path.of(runtime, "heddle");
    } else if (!own.isEmpty()) {
      path = Path.of(own, "daemon");
    } else if (!caches.isEmpty()) {
      path = Path.of(caches, "heddle", "daemon");
    } else {
      path = Path.of(home, ".cache", "heddle", "daemon");
    }
    return new DaemonFolder(path.toAbsolutePath());
  }

  Path socket() {
    return path.resolve("socket");
  }

  Path log() {
    return path.resolve("log");
  }

  UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(socket());
  }

  /**
   * Takes the folder, which is made if it is not there, for one server.
   *
   * @return what holds it until it is closed; nothing if another server has it
   * @throws HeddleException if it is somebody else's, or others may look into it
   */
  Optional<FileChannel> take() {
    make();
    try {
      return LocalFolders.take(path);
    } catch (IOException e) {
      throw unusable(String.valueOf(e.getMessage()), e);
    }
  }

  /** Makes the folder if it is not there, and checks it. */
  void make() {
    if (socket().toString().getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_BYTES) {
      throw unusable(
          "the path of a socket in it has more than "
              + MAX_SOCKET_BYTES
              + " bytes; set XDG_RUNTIME_DIR to a shorter one",
          null);
    }
    try {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(path.getParent());
        LocalFolders.makePrivate(path);
      }
      if (!isOwn(path, PRIVATE_FOLDER) || !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw unusable(
            "it must be a folder of this user's with mode 0700; take it away, or set"
                + " XDG_RUNTIME_DIR to another one",
            null);
      }
    } catch (IOException | UnsupportedOperationException e) {
      throw unusable(String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns whether there is a socket that only this user can have made. */
  boolean hasOwnSocket() {
    try {
      return isOwn(path, PRIVATE_FOLDER) && isOwn(socket(), PRIVATE_FILE);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // it is not there
    }
  }

  /**
   * Binds a server to the socket, which only its owner can connect to from the moment on at which
   * it is there. It takes the place of one that a killed server has left.
   */
  void bind(ServerSocketChannel server) throws IOException {
    Path made = path.resolve("new");
    Files.deleteIfExists(made);
    server.bind(UnixDomainSocketAddress.of(made));
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(PRIVATE_FILE));
    Files.move(made, socket(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isOwn(Path file, String mode) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return attributes.owner().getName().equals(System.getProperty("user.name"))
        && PosixFilePermissions.toString(attributes.permissions()).equals(mode);
  }

  private HeddleException unusable(String reason, @Nullable Exception e) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT, "Cannot keep a daemon in " + path + ": " + reason, e);
  }
}
