package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopEntry;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.hadoop.files.HadoopFiles.Existing;
import dev.heddle.io.hadoop.files.HadoopFiles.Missing;
import dev.heddle.io.hadoop.files.HadoopInput;
import dev.heddle.io.hadoop.files.HadoopOutput;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.RenewedLease;
import dev.heddle.io.storage.StagedFolder;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** File systems of Hadoop. A file's version is its ETag or the time of its last change. */
public final class HadoopStorage implements Storage {
  private static final int PARALLEL_REQUESTS = 8;
  private static final int PARALLEL_READS = 16;
  private static final Duration LONGEST_WRITE = Duration.ofDays(1);

  private final HadoopFiles hadoop;
  private final HadoopStaging staging;
  private final Semaphore window = new Semaphore(PARALLEL_READS, true);

  /** Makes the storage of all that a Hadoop opens. */
  public HadoopStorage(HadoopFiles hadoop) {
    this.hadoop = hadoop;
    this.staging = new HadoopStaging(hadoop);
  }

  @Override
  public List<StoredFile> resolve(String path, List<String> suffixes, EmptyFiles empty) {
    String absolute = absolute(path);
    Optional<HadoopEntry> plain = find(absolute);
    if (plain.isPresent() && !plain.get().isFolder()) {
      return List.of(HadoopListing.stored(plain.get()));
    }
    HadoopListing listing = new HadoopListing(hadoop, path, empty);
    if (plain.isPresent()) {
      List<StoredFile> files = visible(listing, HadoopListing.all(absolute, suffixes));
      if (files.isEmpty()) {
        String kind = suffixes.isEmpty() ? "" : " that end in " + String.join(", ", suffixes);
        throw new HeddleException(
            ErrorCode.NOT_FOUND, "Cannot read folder " + path + ": it has no visible files" + kind);
      }
      return files;
    }
    if (!HadoopListing.isGlob(path)) {
      throw missing(path);
    }
    HadoopListing.Search search = listing.glob(absolute);
    List<StoredFile> files = isFolder(search.root()) ? visible(listing, search) : List.of();
    if (files.isEmpty()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot read " + path + ": no file matches this glob below " + search.root());
    }
    return files;
  }

  private List<StoredFile> visible(HadoopListing listing, HadoopListing.Search search) {
    return WriteRecords.list(
        this,
        search.root(),
        recordFolders -> listing.find(search, recordFolders),
        StoredFile::path);
  }

  private static HeddleException missing(String path) {
    return HadoopErrors.of("read", path, new FileNotFoundException(path));
  }

  private Optional<HadoopEntry> find(String path) {
    try {
      return Optional.of(hadoop.stat(path));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw HadoopErrors.of("read", path, e);
    }
  }

  @Override
  public FolderListing list(String folder) {
    if (find(folder).filter(HadoopEntry::isFolder).isEmpty()) { // a file lists itself
      throw HadoopErrors.of("list", folder, new FileNotFoundException(folder));
    }
    List<String> folders = new ArrayList<>();
    List<StoredFile> files = new ArrayList<>();
    for (HadoopEntry entry : HadoopErrors.with("list", folder, () -> hadoop.list(folder))) {
      if (entry.isFolder()) {
        folders.add(entry.path());
      } else {
        files.add(HadoopListing.stored(entry));
      }
    }
    folders.sort(Comparator.naturalOrder());
    files.sort(Comparator.comparing(StoredFile::path));
    return new FolderListing(folders, files);
  }

  @Override
  public boolean isFolder(String path) {
    return find(path).filter(HadoopEntry::isFolder).isPresent();
  }

  @Override
  public boolean isFile(String path) {
    return find(path).filter(entry -> !entry.isFolder()).isPresent();
  }

  @Override
  public boolean exists(String path) {
    return find(path).isPresent();
  }

  @Override
  public StoredFile stat(String path) {
    return HadoopListing.stored(file(path));
  }

  @Override
  public Instant lastModified(String path) {
    return Instant.ofEpochMilli(file(path).modifiedMillis());
  }

  private HadoopEntry file(String path) {
    HadoopEntry entry = find(path).orElseThrow(() -> missing(path));
    if (entry.isFolder()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read " + path + ": it is not a file");
    }
    return entry;
  }

  @Override
  public RangedInput open(StoredFile file) {
    HadoopEntry now =
        find(file.path())
            .orElseThrow(
                () ->
                    new HeddleException(
                        ErrorCode.NOT_FOUND,
                        "Cannot read "
                            + file.path()
                            + ": the file was there when it was listed and is not; if it has been"
                            + " overwritten open it anew"));
    if (!HadoopListing.stored(now).equals(file)) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read "
              + file.path()
              + ": the file has changed since it was opened; open it anew");
    }
    HadoopInput input = HadoopErrors.with("read", file.path(), () -> hadoop.open(now));
    return new HadoopFileInput(file, input, window);
  }

  @Override
  public PublishedOutput create(String path) {
    if (path.endsWith("/")) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot write " + path + ": it names no file");
    }
    return HadoopFileOutput.beside(hadoop, absolute(path));
  }

  @Override
  public String absolute(String path) {
    return HadoopErrors.with("use", path, () -> hadoop.absolute(path));
  }

  @Override
  public void complete(PreparedFile file) {
    staging.complete(file, Existing.REPLACE);
  }

  @Override
  public void completeNew(PreparedFile file) {
    staging.complete(file, Existing.REFUSE);
  }

  @Override
  public void abort(PreparedFile file) {
    delete(file.token());
  }

  @Override
  public void delete(String path) {
    String at = absolute(path);
    try {
      hadoop.delete(at);
      at = HadoopStaging.parent(at);
      while (isMadeByWrites(HadoopStaging.name(at))) {
        hadoop.delete(at); // fails if it is not empty
        at = HadoopStaging.parent(at);
      }
    } catch (DirectoryNotEmptyException e) {
      return; // as promised
    } catch (IOException e) {
      throw HadoopErrors.of("delete", at, e);
    }
  }

  private static boolean isMadeByWrites(String name) {
    return name.indexOf('=') > 0 || name.equals(WriteRecords.FOLDER);
  }

  private static String folder(Staging staging) {
    return HadoopStaging.parent(staging.token());
  }

  @Override
  public void open(Staging staging) {
    HadoopErrors.step(
        "write",
        staging.folder(),
        () -> {
          hadoop.makeFolder(folder(staging));
          hadoop.create(staging.token(), Missing.MAKE).close();
        });
  }

  @Override
  public boolean isOpen(Staging staging) {
    return exists(staging.token());
  }

  @Override
  public PublishedOutput createIn(Staging staging, String path, String name) {
    return HadoopFileOutput.in(hadoop, path, folder(staging) + "/" + name);
  }

  @Override
  public void close(Staging staging) {
    HadoopErrors.step(
        "delete",
        staging.folder(),
        () -> {
          hadoop.delete(staging.token());
          hadoop.deleteAll(folder(staging)); // nothing can be made in it from now on
        });
  }

  @Override
  public void dropLeftovers(String path) {
    String target = absolute(path);
    String name = HadoopStaging.name(target);
    List<HadoopEntry> entries;
    try {
      entries = hadoop.list(HadoopStaging.parent(target));
    } catch (FileNotFoundException e) {
      return;
    } catch (IOException e) {
      throw HadoopErrors.of("list", path, e);
    }
    for (HadoopEntry entry : entries) {
      boolean isOfTarget = HiddenName.shown(entry.name()).filter(name::equals).isPresent();
      if (isOfTarget && isLeftover(entry)) {
        delete(entry.path());
      }
    }
  }

  private static boolean isLeftover(HadoopEntry hidden) {
    return switch (HiddenName.maker(hidden.path())) {
      case LIVES -> false;
      case IS_DEAD -> true;
      case IS_UNKNOWN ->
          System.currentTimeMillis() - hidden.modifiedMillis() > LONGEST_WRITE.toMillis();
    };
  }

  @Override
  public Optional<StagedFolder> stage(String folder, String id) {
    String target = absolute(folder);
    return HadoopErrors.with("write", target, () -> hadoop.renamesFolders(target))
        ? HadoopStaging.place(target, id)
        : Optional.empty();
  }

  @Override
  public Optional<StagedFolder> stageFile(String file, String id) {
    return HadoopStaging.place(absolute(file), id);
  }

  @Override
  public boolean show(StagedFolder staged) {
    return staging.show(staged);
  }

  @Override
  public void drop(StagedFolder staged) {
    staging.drop(staged);
  }

  @Override
  public int dropStaged(String path) {
    return staging.dropOfTheDead(this, absolute(path));
  }

  @Override
  public Lease lease(String text) {
    String path = absolute(text);
    return RenewedLease.make(
        path,
        new RenewedLease.File() {
          @Override
          public void create(byte[] content) {
            put(path, content);
          }

          @Override
          public void replace(byte[] content) {
            put(path, content);
          }

          @Override
          public boolean isThere() {
            return exists(path);
          }
        });
  }

  private void put(String path, byte[] content) {
    try (PublishedOutput output = create(path)) {
      output.write(content, 0, content.length);
      output.publish();
    }
  }

  @Override
  public boolean isLive(String text) {
    String path = absolute(text);
    Optional<HadoopEntry> entry = find(path);
    if (entry.isEmpty()) {
      return false;
    }
    byte[] content = new byte[(int) entry.get().sizeBytes()];
    try (HadoopInput input = hadoop.open(entry.get())) {
      input.read(0, ByteBuffer.wrap(content));
    } catch (FileNotFoundException e) {
      return exists(path);
    } catch (IOException e) {
      return true; // it has just been written again
    }
    Duration age = Duration.ofMillis(now(path, entry.get()) - entry.get().modifiedMillis());
    return RenewedLease.isLive(path, new String(content, StandardCharsets.UTF_8), age);
  }

  /** Returns the time by the clock of the file system, which is asked only where it matters. */
  private long now(String path, HadoopEntry lease) {
    long here = System.currentTimeMillis();
    if (Math.abs(here - lease.modifiedMillis()) < RenewedLease.RENEWAL.toMillis()) {
      return here;
    }
    String probe = HiddenName.begin(path);
    return HadoopErrors.with(
        "write",
        path,
        () -> {
          try (HadoopOutput output = hadoop.create(probe, Missing.REFUSE)) {
            output.write(ByteBuffer.wrap(new byte[0]));
          } catch (FileNotFoundException e) {
            return here; // the folder has gone, and the lease with it
          }
          try {
            return hadoop.stat(probe).modifiedMillis();
          } finally {
            hadoop.delete(probe);
            HiddenName.end(probe);
          }
        });
  }

  @Override
  public int parallelRequests() {
    return PARALLEL_REQUESTS;
  }
}
