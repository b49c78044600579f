package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a hidden file beside the target and moves it there when it is complete. */
final class LocalOutput implements PublishedOutput {
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
    Path hidden =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.createDirectories(target.getParent());
      FileChannel channel =
          FileChannel.open(hidden, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      return new LocalOutput(path, target, hidden, channel);
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
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
    try {
      open().force(true); // or a crash could leave the name with nothing behind it
      open().close();
      channel = null;
      Files.move(
          hidden, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      discard();
      throw LocalStorage.failed("write", path, e);
    }
  }

  private FileChannel open() {
    if (channel == null) {
      throw new IllegalStateException("Cannot write " + path + ": it has been published or closed");
    }
    return channel;
  }

  private void discard() {
    try {
      if (channel != null) {
        channel.close();
        channel = null;
      }
      Files.deleteIfExists(hidden);
    } catch (IOException e) {
      throw LocalStorage.failed("clean up after writing", path, e);
    }
  }

  @Override
  public void close() {
    if (channel != null) {
      discard();
    }
  }
}
