package dev.heddle.physical.write;

import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storage;
import dev.heddle.physical.plan.WriteSpec;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A file that a task of this process writes: complete and unseen from the end of its task until the
 * query has ended and this {@linkplain #publish shows} it. Closing without it leaves nothing.
 */
public final class DirectFile implements AutoCloseable {
  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final Map<Long, DirectFile> OPEN = new ConcurrentHashMap<>();

  private final Storage storage;
  private final WriteSpec.Direct destination;
  private final WriteMode mode;
  private @Nullable PublishedOutput complete; // guarded by this

  /**
   * Begins a file.
   *
   * @param storage the session's for that path
   * @param mode whether it may take the place of another
   */
  public DirectFile(Storage storage, String path, WriteMode mode) {
    this.storage = storage;
    this.destination = new WriteSpec.Direct(path, NUMBERS.incrementAndGet());
    this.mode = mode;
    OPEN.put(destination.number(), this);
  }

  /** Returns where the task writes it. */
  public WriteSpec.Destination destination() {
    return destination;
  }

  /** Begins the output of a task. */
  static PublishedOutput begin(WriteSpec.Direct destination) {
    DirectFile file = find(destination);
    return file.new TaskOutput(file.storage.create(destination.path()));
  }

  /** Returns where a file is that this process writes. */
  static Storage storage(WriteSpec.Direct destination) {
    return find(destination).storage;
  }

  private static DirectFile find(WriteSpec.Direct destination) {
    DirectFile file = OPEN.get(destination.number());
    if (file == null) {
      throw new IllegalStateException(
          destination.path() + " is written in another process than the one that asked for it");
    }
    return file;
  }

  /**
   * Shows the file that the task has written.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code ALREADY_EXISTS} if there is one
   *     by now that may not be replaced
   */
  public synchronized void publish() {
    try (PublishedOutput output = Objects.requireNonNull(complete, "no task has written it")) {
      complete = null;
      if (mode.replacesFile()) {
        output.publish();
      } else {
        output.publishNew();
      }
    }
  }

  private synchronized void complete(PublishedOutput output) {
    try (PublishedOutput _ = complete) { // of a run that was void
      complete = output;
    }
  }

  @Override
  public synchronized void close() {
    OPEN.remove(destination.number());
    try (PublishedOutput _ = complete) {
      complete = null;
    }
  }

  /** What a task writes to; it is kept when the task publishes it. */
  private final class TaskOutput implements PublishedOutput {
    private final PublishedOutput output;
    private boolean isKept;

    TaskOutput(PublishedOutput output) {
      this.output = output;
    }

    @Override
    public void write(ByteBuffer bytes) {
      output.write(bytes);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      output.write(bytes, offset, length);
    }

    @Override
    public long position() {
      return output.position();
    }

    @Override
    public void publish() {
      isKept = true;
      complete(output);
    }

    @Override
    public void publishNew() {
      publish();
    }

    @Override
    public PreparedFile prepare() {
      throw new IllegalStateException(destination.path() + " is published by its write");
    }

    @Override
    public void close() {
      if (!isKept) {
        output.close();
      }
    }
  }
}
