package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.rate.RequestGate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A storage of which a session uses what its {@linkplain PathRules rules} let it. Each path is
 * checked at each use. What one write keeps under hidden names beside its target is the write's.
 */
final class RestrictedStorage implements Storage {
  private final Storage inner;
  private final PathRules rules;
  private final Set<String> hidden = ConcurrentHashMap.newKeySet(); // of writes, beside targets

  /**
   * Restricts a storage.
   *
   * @param inner if it has links, one that shows them to the rules before it follows them
   */
  RestrictedStorage(Storage inner, PathRules rules) {
    this.inner = inner;
    this.rules = rules;
  }

  private boolean isHidden(String path) {
    return hidden.stream().anyMatch(each -> path.equals(each) || path.startsWith(each + "/"));
  }

  /** Returns a path that is read. */
  private String read(String path) {
    return isHidden(path) ? path : rules.check(path);
  }

  /** Returns a path that is changed. */
  private String changed(String path) {
    String absolute = read(path);
    rules.checkChange(path);
    return absolute;
  }

  private PreparedFile changed(PreparedFile file) {
    return new PreparedFile(changed(file.path()), file.sizeBytes(), file.token());
  }

  private Staging changed(Staging staging) {
    String unused = changed(staging.folder());
    return staging;
  }

  private StagedFolder changed(StagedFolder staged) {
    String unused = changed(staged.target());
    return staged;
  }

  @Override
  public List<StoredFile> resolve(String path, List<String> suffixes, EmptyFiles empty) {
    return inner.resolve(read(path), suffixes, empty);
  }

  @Override
  public FolderListing list(String folder) {
    try {
      return inner.list(read(folder));
    } catch (HeddleException e) {
      boolean isRecords = folder.endsWith("/" + WriteRecords.FOLDER);
      if (e.code() == ErrorCode.ACCESS_DENIED && isRecords) {
        // of a folder around what is allowed
        throw new HeddleException(ErrorCode.NOT_FOUND, "Cannot list " + folder, e);
      }
      throw e;
    }
  }

  @Override
  public boolean isFolder(String path) {
    return inner.isFolder(read(path));
  }

  @Override
  public boolean isFile(String path) {
    return inner.isFile(read(path));
  }

  @Override
  public boolean exists(String path) {
    return inner.exists(read(path));
  }

  @Override
  public StoredFile stat(String path) {
    return inner.stat(read(path));
  }

  @Override
  public Instant lastModified(String path) {
    return inner.lastModified(read(path));
  }

  @Override
  public RangedInput open(StoredFile file) {
    String unused = read(file.path());
    return inner.open(file);
  }

  @Override
  public PublishedOutput create(String path) {
    return inner.create(changed(path));
  }

  @Override
  public boolean isWrittenInPlace(String path) {
    return inner.isWrittenInPlace(read(path));
  }

  @Override
  public String absolute(String path) {
    return inner.absolute(path);
  }

  @Override
  public boolean namesFilesLate() {
    return inner.namesFilesLate();
  }

  @Override
  public String slashed(String path) {
    return inner.slashed(path);
  }

  @Override
  public void complete(PreparedFile file) {
    inner.complete(changed(file));
  }

  @Override
  public void completeNew(PreparedFile file) {
    inner.completeNew(changed(file));
  }

  @Override
  public void abort(PreparedFile file) {
    inner.abort(changed(file));
  }

  @Override
  public void delete(String path) {
    inner.delete(changed(path));
  }

  @Override
  public void open(Staging staging) {
    inner.open(changed(staging));
  }

  @Override
  public boolean isOpen(Staging staging) {
    return inner.isOpen(changed(staging));
  }

  @Override
  public PublishedOutput createIn(Staging staging, String path, String name) {
    return inner.createIn(changed(staging), changed(path), name);
  }

  @Override
  public void close(Staging staging) {
    inner.close(changed(staging));
  }

  @Override
  public Set<String> staged(String folder) {
    return inner.staged(read(folder));
  }

  @Override
  public void dropUnfinished(String folder) {
    inner.dropUnfinished(changed(folder));
  }

  @Override
  public void dropLeftovers(String path) {
    inner.dropLeftovers(changed(path));
  }

  @Override
  public Lease lease(String path) {
    return inner.lease(changed(path));
  }

  @Override
  public boolean isLive(String path) {
    return inner.isLive(read(path));
  }

  @Override
  public Optional<StagedFolder> stage(String folder, String id) {
    return remembered(inner.stage(changed(folder), id));
  }

  @Override
  public Optional<StagedFolder> stageFile(String file, String id) {
    return remembered(inner.stageFile(changed(file), id));
  }

  private Optional<StagedFolder> remembered(Optional<StagedFolder> staged) {
    staged.ifPresent(each -> hidden.addAll(List.of(each.path(), each.lease())));
    return staged;
  }

  @Override
  public boolean show(StagedFolder staged) {
    return inner.show(changed(staged));
  }

  @Override
  public void drop(StagedFolder staged) {
    inner.drop(changed(staged));
  }

  @Override
  public int dropStaged(String path) {
    return inner.dropStaged(changed(path));
  }

  @Override
  public Transfers transfers() {
    return inner.transfers();
  }

  @Override
  public List<RequestGate> requestGates() {
    return inner.requestGates();
  }

  @Override
  public int parallelRequests() {
    return inner.parallelRequests();
  }
}
