package dev.heddle.io.testing;

import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The local disk under {@code count:///path}; remembers what was listed, and which files were
 * opened, by any test of the process. Thread-safe.
 */
public final class CountingStorage implements Storage {
  /** Comes before the absolute path. */
  public static final String SCHEME = "count://";

  /** The folders that were listed, one entry a request, in the order of the requests. */
  public static final ConcurrentLinkedQueue<String> LISTED = new ConcurrentLinkedQueue<>();

  /** The files that were opened, likewise. */
  public static final ConcurrentLinkedQueue<String> OPENED = new ConcurrentLinkedQueue<>();

  private final Storage local = Storages.of("x");

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
  public List<StoredFile> resolve(String path, List<String> suffixes) {
    LISTED.add(inside(path));
    return local.resolve(inside(path), suffixes).stream().map(CountingStorage::outside).toList();
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
  public boolean exists(String path) {
    return local.exists(inside(path));
  }

  @Override
  public StoredFile stat(String path) {
    return outside(local.stat(inside(path)));
  }

  @Override
  public RangedInput open(StoredFile file) {
    OPENED.add(inside(file.path()));
    return local.open(new StoredFile(inside(file.path()), file.sizeBytes(), file.version()));
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

  @Override
  public List<PreparedFile> leftovers(String folder, String inName) {
    return local.leftovers(inside(folder), inName);
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
}
