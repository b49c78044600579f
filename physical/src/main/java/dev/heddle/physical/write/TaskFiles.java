package dev.heddle.physical.write;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.io.storage.ForwardedOutput;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.physical.operator.TaskIdentity;
import dev.heddle.physical.plan.WriteSpec;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a task's files go: they wait for the commit of the write, which may have ended while the
 * task went on, or a single one for the end of the query. Thread-safe.
 */
final class TaskFiles {
  private final WriteSpec.Destination destination;
  private final Storage storage;
  private final String suffix;
  private final TaskIdentity task;
  private final List<PreparedFile> prepared = new ArrayList<>(); // guarded by itself

  /**
   * Proves that the destination is seen from here.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if it is not
   */
  TaskFiles(WriteSpec.Destination destination, WriteFormat format, TaskIdentity task) {
    this.destination = destination;
    this.suffix = format.suffixes().getFirst();
    this.task = task;
    this.storage =
        switch (destination) {
          case WriteSpec.Staged staged -> Storages.of(staged.staging().folder());
          case WriteSpec.Direct direct -> DirectFile.storage(direct);
        };
    if (destination instanceof WriteSpec.Staged staged) {
      proveThatItIsSeen(staged);
    }
  }

  private void proveThatItIsSeen(WriteSpec.Staged staged) {
    if (!storage.isOpen(staged.staging())) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write "
              + staged.target()
              + " on host "
              + host()
              + ": "
              + staged.staging().token()
              + ", which the client has put there, is not to be seen, so it is another disk than"
              + " the client's; name an s3a:// path or a folder that all workers share, or let the"
              + " client write the rows (write().onClient(), COPY … (ON_CLIENT))");
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /**
   * Begins a file.
   *
   * @param folder relative path, empty for none
   * @param number counts the task's files, from 0
   */
  Output begin(String folder, int number) {
    return switch (destination) {
      case WriteSpec.Direct direct -> new Output(DirectFile.begin(direct), direct);
      case WriteSpec.Staged staged -> {
        Staging staging = staged.staging();
        String name = staged.names().uniqueName(staging.number(task.partition(), number)) + suffix;
        String path = staging.pathOf(folder.isEmpty() ? name : folder + "/" + name);
        yield new Output(storage.createIn(staging, path, task.attempt() + "-" + number), staged);
      }
    };
  }

  /** Returns the path of a file that does not wait for a commit. */
  private static String path(WriteSpec.Direct direct, Storage storage) {
    return storage.absolute(direct.path());
  }

  /**
   * Demands that what waits is not forgotten: the commit drops what it finds, and what comes later
   * is for its writer to drop.
   */
  void checkThatTheyWait() {
    if (destination instanceof WriteSpec.Staged staged && !storage.isOpen(staged.staging())) {
      drop();
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot write " + staged.target() + ": the write has ended meanwhile");
    }
  }

  /** Drops the files that wait. */
  void drop() {
    List<PreparedFile> files;
    synchronized (prepared) {
      files = List.copyOf(prepared);
      prepared.clear();
    }
    files.forEach(storage::abort);
  }

  /** A file of the task. */
  final class Output extends ForwardedOutput {
    private final WriteSpec.Destination to;
    private @Nullable PreparedFile waiting;

    private Output(PublishedOutput output, WriteSpec.Destination to) {
      super(output);
      this.to = to;
    }

    /** Returns what has been written, once it is published. */
    WrittenFile written(long bytes, long rows, long checksum) {
      PreparedFile file = waiting;
      if (file != null) {
        return new WrittenFile(file.path(), file.token(), bytes, rows, checksum);
      }
      String path = path((WriteSpec.Direct) to, storage);
      return new WrittenFile(path, "", bytes, rows, checksum);
    }

    @Override
    public void publish() {
      switch (to) {
        case WriteSpec.Staged _ -> prepare();
        case WriteSpec.Direct _ -> output.publish();
      }
    }

    @Override
    public void publishNew() {
      publish();
    }

    @Override
    public PreparedFile prepare() {
      PreparedFile file = output.prepare();
      waiting = file;
      synchronized (prepared) {
        prepared.add(file);
      }
      return file;
    }
  }
}
