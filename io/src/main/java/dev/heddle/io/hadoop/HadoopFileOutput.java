package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.hadoop.files.HadoopFiles.Existing;
import dev.heddle.io.hadoop.files.HadoopFiles.Missing;
import dev.heddle.io.hadoop.files.HadoopOutput;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import org.jspecify.annotations.Nullable;

/** Writes a hidden file, which gets its name when it is complete. */
final class HadoopFileOutput implements PublishedOutput {
  private final HadoopFiles hadoop;
  private final String path;
  private final String hidden;
  private @Nullable HadoopOutput out; // null once it has ended
  private long position;

  private HadoopFileOutput(HadoopFiles hadoop, String path, String hidden, HadoopOutput out) {
    this.hadoop = hadoop;
    this.path = path;
    this.hidden = hidden;
    this.out = out;
  }

  /** Begins a file beside the one that it becomes, whose folder is made. */
  static HadoopFileOutput beside(HadoopFiles hadoop, String path) {
    String hidden = HiddenName.begin(path);
    try {
      return new HadoopFileOutput(hadoop, path, hidden, hadoop.create(hidden, Missing.MAKE));
    } catch (IOException e) {
      HiddenName.end(hidden);
      throw HadoopErrors.of("write", path, e);
    }
  }

  /** Begins a file in a folder that must be there. */
  static HadoopFileOutput in(HadoopFiles hadoop, String path, String hidden) {
    try {
      return new HadoopFileOutput(hadoop, path, hidden, hadoop.create(hidden, Missing.REFUSE));
    } catch (FileNotFoundException e) {
      throw dropped(path, e);
    } catch (IOException e) {
      throw HadoopErrors.of("write", path, e);
    }
  }

  private static HeddleException dropped(String path, FileNotFoundException cause) {
    return new HeddleException(
        ErrorCode.CONFLICT, "Cannot write " + path + ": its write has ended meanwhile", cause);
  }

  private HadoopOutput open() {
    if (out == null) {
      throw new IllegalStateException("Cannot write " + path + ": it has been published or closed");
    }
    return out;
  }

  @Override
  public void write(ByteBuffer bytes) {
    int count = bytes.remaining();
    try {
      open().write(bytes);
    } catch (FileNotFoundException e) {
      throw dropped(path, e);
    } catch (IOException e) {
      throw HadoopErrors.of("write", path, e);
    }
    position += count;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void publish() {
    end(() -> hadoop.rename(hidden, path, Existing.REPLACE));
  }

  @Override
  public void publishNew() {
    end(() -> hadoop.rename(hidden, path, Existing.REFUSE));
  }

  @Override
  public PreparedFile prepare() {
    end(() -> {});
    return new PreparedFile(path, position, hidden);
  }

  private void end(HadoopErrors.Step show) {
    try {
      open().close();
      show.run();
      out = null;
      HiddenName.end(hidden);
    } catch (FileAlreadyExistsException e) {
      discard();
      throw HadoopErrors.exists(path, e);
    } catch (FileNotFoundException e) {
      discard();
      throw dropped(path, e);
    } catch (IOException e) {
      discard();
      throw HadoopErrors.of("write", path, e);
    }
  }

  /** Of a file that is being written nothing is left, whether or not its stream can be closed. */
  private void discard() {
    HadoopOutput open = out;
    out = null;
    if (open == null) {
      return;
    }
    try {
      hadoop.delete(hidden); // first: what is closed then has no name any more
    } catch (IOException e) {
      throw HadoopErrors.of("clean up after writing", path, e);
    } finally {
      HiddenName.end(hidden);
      closeQuietly(open);
    }
  }

  private static void closeQuietly(HadoopOutput open) {
    try {
      open.close();
    } catch (IOException e) {
      return; // the file is gone, as it should be
    }
  }

  @Override
  public void close() {
    discard();
  }
}
