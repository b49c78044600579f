package dev.heddle.io.testing;

import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StagedFolder;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A storage whose process dies after a number of calls: no later call does anything but throw, and
 * what was open stays as a killed process leaves it. Thread-safe; calls come one at a time.
 */
public final class DyingStorage implements Storage {
  private final Storage storage;
  private final int lastCall;
  private final Runnable beforeCall;
  private final BiConsumer<String, PublishedOutput> abandon;
  private final Map<PublishedOutput, String> open = new LinkedHashMap<>();
  private final List<Lease> leases = new ArrayList<>();
  private int calls;
  private boolean isDead;

  /** The process has died. */
  public static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death() {
      super("The process has died", null, false, false);
    }
  }

  /**
   * Makes a storage that carries out a number of calls.
   *
   * @param abandon leaves a file of a path that is being written as a killed process would
   */
  public DyingStorage(Storage storage, int lastCall, BiConsumer<String, PublishedOutput> abandon) {
    this(storage, lastCall, abandon, () -> {});
  }

  private DyingStorage(
      Storage storage,
      int lastCall,
      BiConsumer<String, PublishedOutput> abandon,
      Runnable beforeCall) {
    this.storage = storage;
    this.lastCall = lastCall;
    this.abandon = abandon;
    this.beforeCall = beforeCall;
  }

  /** Makes a storage that lives on and tells of each call before it is carried out. */
  public static DyingStorage telling(Storage storage, Runnable beforeCall) {
    return new DyingStorage(storage, Integer.MAX_VALUE, (_, _) -> {}, beforeCall);
  }

  /** Returns how many calls have been carried out. */
  public synchronized int calls() {
    return calls;
  }

  /** Returns whether the process has died. */
  public synchronized boolean isDead() {
    return isDead;
  }

  private synchronized <T> T call(Supplier<T> step) {
    if (isDead) {
      throw new Death();
    }
    if (calls == lastCall) {
      die();
      throw new Death();
    }
    calls++;
    beforeCall.run();
    return step.get();
  }

  private void run(Runnable step) {
    call(
        () -> {
          step.run();
          return true;
        });
  }

  private void die() {
    isDead = true;
    open.forEach((output, path) -> abandon.accept(path, output));
    leases.forEach(Lease::close);
  }

  @Override
  public List<StoredFile> resolve(String path, List<String> suffixes, EmptyFiles empty) {
    return call(() -> storage.resolve(path, suffixes, empty));
  }

  @Override
  public FolderListing list(String folder) {
    return call(() -> storage.list(folder));
  }

  @Override
  public boolean isFolder(String path) {
    return call(() -> storage.isFolder(path));
  }

  @Override
  public boolean isFile(String path) {
    return call(() -> storage.isFile(path));
  }

  @Override
  public boolean exists(String path) {
    return call(() -> storage.exists(path));
  }

  @Override
  public StoredFile stat(String path) {
    return call(() -> storage.stat(path));
  }

  @Override
  public Instant lastModified(String path) {
    return call(() -> storage.lastModified(path));
  }

  @Override
  public RangedInput open(StoredFile file) {
    return call(() -> storage.open(file));
  }

  @Override
  public PublishedOutput create(String path) {
    return call(
        () -> {
          PublishedOutput output = storage.create(path);
          open.put(output, path);
          return new Output(output);
        });
  }

  @Override
  public String absolute(String path) {
    return storage.absolute(path); // touches nothing
  }

  @Override
  public void complete(PreparedFile file) {
    run(() -> storage.complete(file));
  }

  @Override
  public void abort(PreparedFile file) {
    run(() -> storage.abort(file));
  }

  @Override
  public void delete(String path) {
    run(() -> storage.delete(path));
  }

  @Override
  public void completeNew(PreparedFile file) {
    run(() -> storage.completeNew(file));
  }

  @Override
  public void open(Staging staging) {
    run(() -> storage.open(staging));
  }

  @Override
  public boolean isOpen(Staging staging) {
    return call(() -> storage.isOpen(staging));
  }

  @Override
  public PublishedOutput createIn(Staging staging, String path, String name) {
    return call(
        () -> {
          PublishedOutput output = storage.createIn(staging, path, name);
          open.put(output, path);
          return new Output(output);
        });
  }

  @Override
  public void close(Staging staging) {
    run(() -> storage.close(staging));
  }

  @Override
  public Set<String> staged(String folder) {
    return call(() -> storage.staged(folder));
  }

  @Override
  public Optional<StagedFolder> stageFile(String file, String id) {
    return storage.stageFile(file, id); // touches nothing
  }

  @Override
  public void dropLeftovers(String path) {
    run(() -> storage.dropLeftovers(path));
  }

  @Override
  public Optional<StagedFolder> stage(String folder, String id) {
    return storage.stage(folder, id); // touches nothing
  }

  @Override
  public boolean show(StagedFolder staged) {
    return call(() -> storage.show(staged));
  }

  @Override
  public void drop(StagedFolder staged) {
    run(() -> storage.drop(staged));
  }

  @Override
  public int dropStaged(String folder) {
    return call(() -> storage.dropStaged(folder));
  }

  @Override
  public Lease lease(String path) {
    return call(
        () -> {
          Lease lease = storage.lease(path);
          leases.add(lease);
          return new MortalLease(lease);
        });
  }

  @Override
  public boolean isLive(String path) {
    return call(() -> storage.isLive(path));
  }

  private final class Output implements PublishedOutput {
    private final PublishedOutput output;

    Output(PublishedOutput output) {
      this.output = output;
    }

    @Override
    public void write(ByteBuffer bytes) {
      run(() -> output.write(bytes));
    }

    @Override
    public long position() {
      return output.position();
    }

    private <T> T end(Supplier<T> step) {
      return call(
          () -> {
            T result = step.get();
            open.remove(output);
            return result;
          });
    }

    @Override
    public void publish() {
      end(
          () -> {
            output.publish();
            return true;
          });
    }

    @Override
    public void publishNew() {
      end(
          () -> {
            output.publishNew();
            return true;
          });
    }

    @Override
    public PreparedFile prepare() {
      return end(output::prepare);
    }

    @Override
    public void close() {
      end(
          () -> {
            output.close();
            return true;
          });
    }
  }

  private final class MortalLease implements Lease {
    private final Lease lease;

    MortalLease(Lease lease) {
      this.lease = lease;
    }

    @Override
    public boolean isHeld() {
      return call(lease::isHeld);
    }

    @Override
    public void close() {
      run(
          () -> {
            lease.close();
            leases.remove(lease);
          });
    }
  }
}
