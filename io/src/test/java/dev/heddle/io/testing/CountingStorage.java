package dev.heddle.io.testing;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StagedFolder;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The local disk under {@code count:///path}; remembers what was listed, and which files were
 * opened and what of them was read, by any test of the process. Thread-safe.
 */
public final class CountingStorage implements Storage {
  /** Comes before the absolute path. */
  public static final String SCHEME = "count://";

  /** The folders that were listed, one entry a request, in the order of the requests. */
  public static final ConcurrentLinkedQueue<String> LISTED = new ConcurrentLinkedQueue<>();

  /** The files that were opened, likewise. */
  public static final ConcurrentLinkedQueue<String> OPENED = new ConcurrentLinkedQueue<>();

  /** The ranges of files that were read, likewise. */
  public static final ConcurrentLinkedQueue<Read> READ = new ConcurrentLinkedQueue<>();

  private final Storage local = Storages.of("x");

  /** Some bytes of a file. */
  public record Read(String path, long from, long to) {}

  private static String inside(String path) {
    return path.startsWith(SCHEME) ? path.substring(SCHEME.length()) : path;
  }

  private static String outside(String path) {
    return SCHEME + path;
  }

  private static StoredFile outside(StoredFile file) {
    return new StoredFile(outside(file.path()), file.sizeBytes(), file.version());
  }

  private static PreparedFile inside(PreparedFile file) {
    return new PreparedFile(inside(file.path()), file.sizeBytes(), file.token());
  }

  @Override
  public List<StoredFile> resolve(String path, List<String> suffixes, EmptyFiles empty) {
    LISTED.add(inside(path));
    return local.resolve(inside(path), suffixes, empty).stream()
        .map(CountingStorage::outside)
        .toList();
  }

  @Override
  public FolderListing list(String folder) {
    LISTED.add(inside(folder));
    FolderListing listing = local.list(inside(folder));
    return new FolderListing(
        listing.folders().stream().map(CountingStorage::outside).toList(),
        listing.files().stream().map(CountingStorage::outside).toList());
  }

  @Override
  public boolean isFolder(String path) {
    return local.isFolder(inside(path));
  }

  @Override
  public boolean isFile(String path) {
    return local.isFile(inside(path));
  }

  @Override
  public boolean exists(String path) {
    return local.exists(inside(path));
  }

  @Override
  public StoredFile stat(String path) {
    return outside(local.stat(inside(path)));
  }

  @Override
  public Instant lastModified(String path) {
    return local.lastModified(inside(path));
  }

  @Override
  public RangedInput open(StoredFile file) {
    OPENED.add(inside(file.path()));
    String path = inside(file.path());
    return new Counted(path, local.open(new StoredFile(path, file.sizeBytes(), file.version())));
  }

  @Override
  public PublishedOutput create(String path) {
    return local.create(inside(path));
  }

  @Override
  public String absolute(String path) {
    return outside(local.absolute(inside(path)));
  }

  @Override
  public void complete(PreparedFile file) {
    local.complete(inside(file));
  }

  @Override
  public void abort(PreparedFile file) {
    local.abort(inside(file));
  }

  @Override
  public void delete(String path) {
    local.delete(inside(path));
  }

  private static Staging inside(Staging staging) {
    return new Staging(
        inside(staging.folder()), staging.id(), staging.file().map(CountingStorage::inside));
  }

  @Override
  public void completeNew(PreparedFile file) {
    local.completeNew(inside(file));
  }

  @Override
  public void open(Staging staging) {
    local.open(inside(staging));
  }

  @Override
  public boolean isOpen(Staging staging) {
    return local.isOpen(inside(staging));
  }

  @Override
  public PublishedOutput createIn(Staging staging, String path, String name) {
    return local.createIn(inside(staging), inside(path), name);
  }

  @Override
  public void close(Staging staging) {
    local.close(inside(staging));
  }

  @Override
  public Optional<StagedFolder> stageFile(String file, String id) {
    return Optional.empty();
  }

  @Override
  public void dropLeftovers(String path) {
    local.dropLeftovers(inside(path));
  }

  @Override
  public Lease lease(String path) {
    return local.lease(inside(path));
  }

  @Override
  public boolean isLive(String path) {
    return local.isLive(inside(path));
  }

  /** Notes what is read. */
  private record Counted(String path, RangedInput input) implements RangedInput {
    private void note(long position, int bytes) {
      READ.add(new Read(path, position, position + bytes));
    }

    @Override
    public void read(long position, long address, int bytes) {
      note(position, bytes);
      input.read(position, address, bytes);
    }

    @Override
    public byte[] readArray(long position, int bytes) {
      note(position, bytes);
      return input.readArray(position, bytes);
    }

    @Override
    public PendingRead start(long position, int bytes, MemoryAccount account) {
      note(position, bytes);
      return input.start(position, bytes, account);
    }

    @Override
    public boolean worksInBackground() {
      return input.worksInBackground();
    }

    @Override
    public int coalesceGap() {
      return input.coalesceGap();
    }

    @Override
    public void close() {
      input.close();
    }
  }
}
