package dev.heddle.io.storage;

import dev.heddle.io.storage.WriteRecord.State;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ends writes to a folder that were begun by processes that died: rolls them back, or forward if
 * they had been committed. Everything may be done twice, also by two at the same time.
 */
final class WriteCleanup {
  private final Storage storage;
  private final String folder;
  private final String records;

  WriteCleanup(Storage storage, String folder) {
    this.storage = storage;
    this.folder = folder;
    this.records = WriteRecords.recordFolder(folder);
  }

  /** Ends all writes whose writers died; returns their number. */
  int run() {
    Set<String> ids = new LinkedHashSet<>();
    FolderListing listing = WriteRecords.listing(storage, records);
    for (StoredFile file : listing.files()) {
      String name = file.name();
      Optional<String> shown = LocalOutput.shownName(name);
      if (shown.isPresent()) {
        storage.dropLeftovers(records + "/" + shown.get());
      } else {
        WriteRecords.idOf(name).ifPresent(ids::add);
      }
    }
    for (String made : listing.folders()) {
      WriteRecords.idOf(made.substring(made.lastIndexOf('/') + 1)).ifPresent(ids::add);
    }
    ids.addAll(storage.staged(folder));
    int ended = 0;
    for (String id : ids) {
      if (!storage.isLive(lease(id))) {
        end(id);
        ended++;
      }
    }
    return ended;
  }

  private String lease(String id) {
    return records + "/" + id + WriteRecords.LEASE;
  }

  private void end(String id) {
    Optional<WriteRecord> record = WriteRecords.record(storage, records, id);
    if (record.isPresent() && record.get().state() == State.COMMITTED) {
      removeOld(record.get().removes());
    } else if (record.isPresent()) {
      List<PreparedFile> files = new ArrayList<>();
      for (PreparedFile file : record.get().adds()) {
        files.add(new PreparedFile(folder + "/" + file.path(), file.sizeBytes(), file.token()));
      }
      drop(files);
    }
    storage.close(new Staging(folder, id));
    retire(id);
  }

  /** Removes files that are prepared or visible. */
  void drop(List<PreparedFile> files) {
    Requests.each(
        storage,
        files,
        file -> {
          storage.abort(file);
          storage.delete(file.path());
        });
  }

  /** Removes files, with paths relative to the folder. */
  void removeOld(List<String> files) {
    Requests.each(storage, files, file -> storage.delete(folder + "/" + file));
  }

  /** Removes the records and the lease of a write of which nothing else is left to do. */
  void retire(String id) {
    // before a record goes: a reader that saw neither record nor this has missed all of it
    putLast(storage, records, id);
    storage.delete(records + "/" + id); // first, for alone it would mean that nothing is committed
    storage.delete(records + "/" + id + WriteRecords.COMMITTED);
    storage.delete(lease(id));
  }

  /** Records which write to a folder ended last. */
  static void putLast(Storage storage, String records, String id) {
    put(storage, records + "/" + WriteRecords.LAST, id.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a small file. */
  static void put(Storage storage, String path, byte[] bytes) {
    try (PublishedOutput output = storage.create(path)) {
      output.write(bytes, 0, bytes.length);
      output.publish();
    }
  }

  /**
   * Returns whether another write that a write conflicts with is about to be, or has just been,
   * committed; ends those whose writers died.
   */
  boolean conflicts(String id, WriteRecord record) {
    boolean found = false;
    for (StoredFile file : WriteRecords.files(storage, records)) {
      String other = file.name();
      if (WriteRecords.isId(other) && !other.equals(id)) {
        Optional<WriteRecord> its = WriteRecords.record(storage, records, other);
        if (its.isPresent() && record.conflictsWith(its.get())) {
          if (storage.isLive(lease(other))) {
            found = true;
          } else {
            end(other);
          }
        }
      }
    }
    return found;
  }
}
