package dev.heddle.io.storage;

import static java.util.stream.Collectors.toSet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.storage.WriteRecord.Kind;
import dev.heddle.io.storage.WriteRecord.State;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One write of files to a folder: readers see all of them or none, and of an overwritten folder the
 * old files or the new ones. The protocol is written down with the package.
 *
 * <p>Files are made in its {@link #staging}, by any process, and become part of the write by {@link
 * #add}. {@link #commit} shows them; what else waits in the staging is dropped, and so is all if
 * this is closed without a commit. Beginning a write cleans up after writers that died. Used by one
 * thread.
 */
public final class FolderWrite implements AutoCloseable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

  /** How often a write that meets another one steps back, for 5 to 50 ms. */
  private static final int MAX_TRIES = 1_000;

  private final Storage storage;
  private final String folder;
  private final String records;
  private final WriteMode mode;
  private final FileNamePattern names;
  private final String id;
  private final boolean isFresh;
  private final Optional<StagedFolder> staged;
  private final Lease lease;
  private final Staging staging;
  private final List<PreparedFile> adds = new ArrayList<>();
  private boolean isRecorded;
  private boolean isEnded;

  /**
   * Makes a write.
   *
   * @param isFresh whether there is no such folder yet
   * @param staged where it is filled in that case, if the storage can show it in one step
   */
  private FolderWrite(
      Storage storage,
      String folder,
      WriteMode mode,
      FileNamePattern names,
      String id,
      boolean isFresh,
      Optional<StagedFolder> staged) {
    this.storage = storage;
    this.folder = folder;
    this.records = WriteRecords.recordFolder(folder);
    this.mode = mode;
    this.names = names;
    this.id = id;
    this.isFresh = isFresh;
    this.staged = staged;
    this.staging = new Staging(staged.map(StagedFolder::path).orElse(folder), id);
    this.lease = storage.lease(staged.map(StagedFolder::lease).orElseGet(this::leasePath));
  }

  /** Returns the id of a new write; those of later ones come later in the order of texts. */
  static String newId() {
    return TIME.format(Instant.now())
        + String.format("-%08x", ThreadLocalRandom.current().nextInt());
  }

  /**
   * Begins a write, after cleaning up what writers that died left in the folder.
   *
   * @param names what its files are called
   * @return nothing if files are there and the mode is to ignore the write then
   * @throws HeddleException with code {@code ALREADY_EXISTS} if files are there that may not be, or
   *     the path is a file
   */
  public static Optional<FolderWrite> begin(
      Storage storage, String path, WriteMode mode, FileNamePattern names) {
    String folder = storage.absolute(path);
    storage.dropStaged(folder);
    if (storage.isFile(folder)) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot write files into " + path + ": it is a file; choose another path");
    }
    boolean isFresh = !storage.isFolder(folder);
    if (!isFresh) {
      new WriteCleanup(storage, folder).run();
    }
    boolean mayMeetFiles = mode != WriteMode.FAIL_IF_EXISTS && mode != WriteMode.IGNORE;
    if (!isFresh && !mayMeetFiles && !visibleFiles(storage, folder).isEmpty()) {
      if (mode == WriteMode.IGNORE) {
        return Optional.empty();
      }
      throw exists(path);
    }
    String id = newId();
    Optional<StagedFolder> staged = isFresh ? storage.stage(folder, id) : Optional.empty();
    FolderWrite write = new FolderWrite(storage, folder, mode, names, id, isFresh, staged);
    try {
      storage.open(write.staging);
    } catch (RuntimeException e) {
      write.dropAfter(e);
      throw e;
    }
    return Optional.of(write);
  }

  /**
   * Ends the writes to a folder or a single file whose writers died, without writing: what they had
   * not committed goes, what they had committed stays.
   *
   * @return the number of these writes
   */
  public static int clean(Storage storage, String path) {
    String target = storage.absolute(path);
    int ended = storage.dropStaged(target);
    if (storage.isFolder(target)) {
      return ended + new WriteCleanup(storage, target).run();
    }
    storage.dropLeftovers(target);
    return ended;
  }

  private static HeddleException exists(String path) {
    return new HeddleException(
        ErrorCode.ALREADY_EXISTS,
        "Cannot write "
            + path
            + ": there are files in it; choose another path or ask for overwriting or appending");
  }

  private static List<StoredFile> visibleFiles(Storage storage, String folder) {
    try {
      return storage.resolve(folder, List.of());
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  private String leasePath() {
    return records + "/" + id + WriteRecords.LEASE;
  }

  private String recordPath() {
    return records + "/" + id;
  }

  /**
   * Returns the id of this write. It is part of no file's name of another write; ids of later
   * writes come later in the order of texts.
   */
  public String id() {
    return id;
  }

  /** Returns where files wait for the commit, which any process may make. */
  public Staging staging() {
    return staging;
  }

  /** Makes files part of this write that wait in its staging; others are dropped. */
  public void add(List<PreparedFile> files) {
    adds.addAll(files);
  }

  /**
   * Writes a note into the folder, which is there before the files are shown.
   *
   * @param name starts with an underscore, so that readers of tables leave it out
   * @param text makes it from the one that is there, if files are added to those that are
   */
  public void note(String name, Function<Optional<String>, String> text) {
    Optional<String> before =
        isAddition() && !isFresh ? FolderNotes.read(storage, folder, name) : Optional.empty();
    String place = staged.map(StagedFolder::path).orElse(folder);
    byte[] bytes = text.apply(before).getBytes(StandardCharsets.UTF_8);
    WriteCleanup.put(storage, place + "/" + name, bytes);
  }

  /**
   * Shows the files, in one step, or drops them.
   *
   * @return whether it did: not if files have come to be there meanwhile and the mode is to ignore
   *     the write then
   * @throws HeddleException with code {@code ALREADY_EXISTS} if files have come to be there that
   *     may not be, {@code CONFLICT} if another write stayed in the way or took this one for dead;
   *     nothing of this one is visible then
   */
  public boolean commit() {
    boolean isCommitted;
    try {
      isCommitted = staged.isPresent() ? show(staged.get()) : tryCommit();
    } catch (RuntimeException | Error e) {
      dropAfter(e);
      throw e;
    }
    close(); // so that others need not wait for it
    return isCommitted;
  }

  private void dropAfter(Throwable error) {
    try {
      close();
    } catch (HeddleException e) {
      error.addSuppressed(e);
    }
  }

  /** The prepared files, in the order of their paths. */
  private List<PreparedFile> files() {
    adds.sort(Comparator.comparing(PreparedFile::path));
    return List.copyOf(adds);
  }

  /** Commits by a rename; if the folder has come to be there meanwhile, as to any that is there. */
  private boolean show(StagedFolder place) {
    List<PreparedFile> files = files();
    List<PreparedFile> numbered = numbered(files, "");
    Requests.each(storage, numbered, storage::complete);
    storage.close(staging);
    WriteCleanup.putLast(storage, WriteRecords.recordFolder(place.path()), id);
    if (!lease.isHeld()) {
      throw takenForDead();
    }
    if (storage.show(place)) {
      isEnded = true;
      try (lease) {
        storage.drop(place); // the lease is left
      } catch (HeddleException e) {
        return true; // the next write does it
      }
      return true;
    }
    try (FolderWrite late =
        new FolderWrite(storage, folder, mode, names, id, false, Optional.empty())) {
      for (int i = 0; i < files.size(); i++) {
        String path = folder + files.get(i).path().substring(place.path().length());
        PreparedFile shown = numbered.get(i);
        late.adds.add(new PreparedFile(path, shown.sizeBytes(), shown.path()));
      }
      return late.commit();
    }
  }

  /**
   * Returns the files with plain numbers in their names, those of each folder from 0 on, and of one
   * length, so that they stay in order.
   *
   * @param behind follows each number
   */
  private List<PreparedFile> numbered(List<PreparedFile> files, String behind) {
    Map<String, Integer> counts = new HashMap<>();
    files.forEach(file -> counts.merge(parent(file.path()), 1, Integer::sum));
    Map<String, Integer> given = new HashMap<>();
    List<PreparedFile> numbered = new ArrayList<>();
    for (PreparedFile file : files) {
      String parent = parent(file.path());
      String name = file.path().substring(parent.length() + 1);
      int digits = String.valueOf(counts.get(parent) - 1).length();
      int number = given.merge(parent, 1, Integer::sum) - 1;
      String plain = String.format("%0" + digits + "d", number) + behind;
      String shown =
          staging.numberIn(name).map(own -> names.renamed(name, own, plain)).orElse(name);
      numbered.add(new PreparedFile(parent + "/" + shown, file.sizeBytes(), file.token()));
    }
    return numbered;
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  private HeddleException takenForDead() {
    return new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot write " + folder + ": another write took this one for dead; run it again");
  }

  /** Returns whether others than its own files stay. */
  private boolean isAddition() {
    return mode == WriteMode.APPEND || mode == WriteMode.OVERWRITE_FILES;
  }

  private boolean tryCommit() {
    if (storage.namesFilesLate() && (names.isUnique() || mode != WriteMode.APPEND)) {
      List<PreparedFile> named = numbered(files(), names.isUnique() ? "" : "_w" + id);
      adds.clear();
      adds.addAll(named);
    }
    List<PreparedFile> files = files();
    Kind kind = mode == WriteMode.APPEND ? Kind.ADD : Kind.REPLACE;
    announce(new WriteRecord(State.PREPARED, kind, relative(files), List.of()));
    List<String> removes = new ArrayList<>(); // by now nobody else is about to change anything
    if (mode != WriteMode.APPEND) {
      visibleFiles(storage, folder).stream()
          .filter(replaced(files))
          .forEach(file -> removes.add(file.path().substring(prefix())));
      if (!removes.isEmpty() && mode == WriteMode.FAIL_IF_EXISTS) {
        throw exists(folder);
      }
      if (!removes.isEmpty() && mode == WriteMode.IGNORE) {
        return false;
      }
    }
    Requests.each(storage, files, storage::complete);
    if (!lease.isHeld() || WriteRecords.readFile(storage, recordPath()).isEmpty()) {
      throw takenForDead();
    }
    // a file of its own: not every storage replaces one without a moment in which there is none
    putCommitted(new WriteRecord(State.COMMITTED, kind, relative(files), removes));
    isEnded = true; // what follows anybody can do
    WriteCleanup cleanup = new WriteCleanup(storage, folder);
    try {
      cleanup.removeOld(removes);
      storage.close(staging);
      cleanup.retire(id);
    } catch (HeddleException e) {
      return true; // the next write does it
    } finally {
      lease.close();
    }
    return true;
  }

  /** Returns which of the files that are there go. */
  private Predicate<StoredFile> replaced(List<PreparedFile> files) {
    if (mode != WriteMode.OVERWRITE_FILES) {
      return file -> true;
    }
    Set<String> folders = files.stream().map(file -> parent(file.path())).collect(toSet());
    Pattern written = Pattern.compile(names.written() + "\\..*");
    return file ->
        !names.isUnique()
            && folders.contains(parent(file.path()))
            && written.matcher(file.name()).matches();
  }

  private void putCommitted(WriteRecord record) {
    try {
      WriteCleanup.put(storage, recordPath() + WriteRecords.COMMITTED, record.encode());
    } catch (HeddleException e) {
      State now;
      try {
        now =
            WriteRecords.record(storage, records, id)
                .map(WriteRecord::state)
                .orElse(State.PREPARED);
      } catch (HeddleException unknown) {
        e.addSuppressed(unknown);
        isEnded = true; // to roll back could be wrong; the next write sees what became of it
        lease.close();
        throw e;
      }
      if (now == State.PREPARED) {
        throw e;
      }
    }
  }

  private int prefix() {
    return folder.length() + 1;
  }

  private List<PreparedFile> relative(List<PreparedFile> files) {
    return files.stream()
        .map(f -> new PreparedFile(f.path().substring(prefix()), f.sizeBytes(), f.token()))
        .toList();
  }

  /** Announces this write, so that after it no other that it conflicts with can commit. */
  private void announce(WriteRecord record) {
    WriteCleanup others = new WriteCleanup(storage, folder);
    for (int i = 0; i < MAX_TRIES; i++) {
      if (!others.conflicts(id, record)) { // else it would only get in their way
        isRecorded = true;
        WriteCleanup.put(storage, recordPath(), record.encode());
        if (!others.conflicts(id, record)) {
          return;
        }
        storage.delete(recordPath()); // nothing of it has been visible yet
        isRecorded = false;
      }
      pause();
    }
    throw new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot write " + folder + ": another write to it is under way; try again later");
  }

  private static void pause() {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(5, 50));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(
          ErrorCode.CANCELLED, "Waiting for another write was interrupted", e);
    }
  }

  /** Drops the write if it has not been committed. */
  @Override
  public void close() {
    if (isEnded) {
      return;
    }
    isEnded = true;
    try (lease) {
      if (staged.isPresent()) {
        storage.drop(staged.get());
        return;
      }
      WriteCleanup cleanup = new WriteCleanup(storage, folder);
      cleanup.drop(files());
      storage.close(staging);
      if (isRecorded) {
        cleanup.retire(id);
      } else {
        storage.delete(leasePath());
      }
      if (isFresh) {
        storage.delete(folder); // if nobody has put anything there
      }
    }
  }
}
