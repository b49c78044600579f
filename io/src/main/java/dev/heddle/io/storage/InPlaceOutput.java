package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** Writes to a device, a pipe or an open descriptor, where bytes are seen as they come. */
final class InPlaceOutput implements PublishedOutput {
  private final String path;
  private final WritableByteChannel channel;
  private long position;

  private InPlaceOutput(String path, OutputStream out) {
    this.path = path;
    this.channel = Channels.newChannel(out);
  }

  static InPlaceOutput open(String path, Path target) {
    try {
      return new InPlaceOutput(path, LocalStreams.append(target));
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
  }

  @Override
  public void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        position += channel.write(bytes);
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
  public void publish() {}

  @Override
  public void publishNew() {
    throw new HeddleException(
        ErrorCode.ALREADY_EXISTS, "Cannot write " + path + ": it exists; ask for overwriting");
  }

  @Override
  public PreparedFile prepare() {
    throw new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot write " + path + ": a folder of files cannot be there; choose another path");
  }

  /** Leaves descriptors open that are the process's. */
  @Override
  public void close() {
    try {
      if (!path.endsWith("stdout") && !path.endsWith("/1")) {
        channel.close();
      }
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
  }
}
