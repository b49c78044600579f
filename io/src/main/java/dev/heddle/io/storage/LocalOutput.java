package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a hidden file beside the target, which gets the target's name when it is complete. While
 * it is being written it is claimed, see {@link LocalClaims}.
 */
final class LocalOutput implements PublishedOutput {
  private static final Pattern HIDDEN = Pattern.compile("\\.(.+)\\.[0-9a-f-]{36}\\.tmp");
  private static final int MAX_TRIES = 100;

  private final String path;
  private final Path target;
  private final Path hidden;
  private @Nullable FileChannel channel;
  private long position;

  private LocalOutput(String path, Path target, Path hidden, FileChannel channel) {
    this.path = path;
    this.target = target;
    this.hidden = hidden;
    this.channel = channel;
  }

  static LocalOutput create(String path, Path target) {
    try {
      for (int i = 0; i < MAX_TRIES; i++) {
        Path hidden = hiddenName(target);
        try {
          Files.createDirectories(target.getParent());
          return new LocalOutput(path, target, hidden, LocalClaims.create(hidden));
        } catch (NoSuchFileException e) {
          continue; // another writer's clean-up took the empty folder away
        }
      }
      throw new NoSuchFileException(target.toString());
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
  }

  /** Begins a file that waits as another one until it is completed. */
  static LocalOutput createIn(String path, Path target, Path hidden) {
    try {
      return new LocalOutput(path, target, hidden, LocalClaims.create(hidden));
    } catch (NoSuchFileException e) {
      throw new HeddleException(
          ErrorCode.CONFLICT, "Cannot write " + path + ": its write has ended meanwhile", e);
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
  }

  /** Returns a new name that no listing shows. */
  static Path hiddenName(Path target) {
    return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
  }

  /** Returns the name of the file that a hidden file is to become; nothing for other files. */
  static Optional<String> shownName(String hiddenName) {
    Matcher matcher = HIDDEN.matcher(hiddenName);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  @Override
  public void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        position += open().write(bytes);
      }
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void publish() {
    end(() -> FileMoves.replace(hidden, target));
  }

  @Override
  public void publishNew() {
    end(() -> link(path, target, hidden));
  }

  /** Gives a hidden file a name that nothing has yet. */
  static void link(String path, Path target, Path hidden) throws IOException {
    try {
      Files.createLink(target, hidden); // a move would replace
    } catch (FileAlreadyExistsException e) {
      throw exists(path, e);
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (Files.exists(target)) { // the best there is where files cannot be linked
        throw exists(path, e);
      }
      Files.move(hidden, target, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    Files.delete(hidden);
  }

  private static HeddleException exists(String path, Exception cause) {
    return new HeddleException(
        ErrorCode.ALREADY_EXISTS,
        "Cannot write " + path + ": it has been made by somebody else meanwhile",
        cause);
  }

  @Override
  public PreparedFile prepare() {
    end(() -> {});
    boolean isBeside = hidden.getParent().equals(target.getParent());
    String token = isBeside ? hidden.getFileName().toString() : LocalPaths.text(hidden);
    return new PreparedFile(LocalPaths.text(target), position, token);
  }

  private interface Step {
    void run() throws IOException;
  }

  private void end(Step show) {
    try {
      FileChannel open = open();
      open.force(true); // or a crash could leave the name with nothing behind it
      show.run();
      channel = null;
      LocalClaims.release(hidden, open); // only now, or it could be taken for left behind
    } catch (IOException e) {
      discard();
      throw LocalStorage.failed("write", path, e);
    } catch (RuntimeException e) {
      discard();
      throw e;
    }
  }

  private FileChannel open() {
    if (channel == null) {
      throw new IllegalStateException("Cannot write " + path + ": it has been published or closed");
    }
    return channel;
  }

  private void discard() {
    FileChannel open = channel;
    channel = null;
    try {
      if (open != null) {
        Files.deleteIfExists(hidden);
        LocalClaims.release(hidden, open);
      }
    } catch (IOException e) {
      throw LocalStorage.failed("clean up after writing", path, e);
    }
  }

  @Override
  public void close() {
    discard();
  }
}
