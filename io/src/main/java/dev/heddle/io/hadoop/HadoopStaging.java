package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopEntry;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.hadoop.files.HadoopFiles.Existing;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.StagedFolder;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.WriteRecords;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What waits under hidden names: files of stagings, and folders beside their targets. */
final class HadoopStaging {
  private static final String STAGED = ".staged";

  /** Most systems take names of 255 bytes, and the lease's has 42 more while it is made. */
  private static final int MAX_NAME_BYTES = 160;

  /** How often a folder is made that others' clean-ups take away. */
  private static final int MAX_TRIES = 100;

  private final HadoopFiles hadoop;

  HadoopStaging(HadoopFiles hadoop) {
    this.hadoop = hadoop;
  }

  /** Shows a prepared file. */
  void complete(PreparedFile file, Existing existing) {
    for (int i = 1; ; i++) {
      try {
        hadoop.makeFolder(parent(file.path()));
        hadoop.rename(file.token(), file.path(), existing);
        return;
      } catch (FileAlreadyExistsException e) {
        throw HadoopErrors.exists(file.path(), e);
      } catch (FileNotFoundException e) {
        if (isDone(file, existing, e)) {
          return;
        }
        if (i == MAX_TRIES) {
          throw HadoopErrors.of("write", file.path(), e);
        } // else another writer's clean-up took the empty folder away
      } catch (IOException e) {
        throw HadoopErrors.of("write", file.path(), e);
      }
    }
  }

  /** Whether a file need not be renamed any more; false if it waits still. */
  private boolean isDone(PreparedFile file, Existing existing, FileNotFoundException cause) {
    if (isThere(file.token())) {
      return false;
    }
    if (existing == Existing.REPLACE && isThere(file.path())) {
      return true;
    }
    throw new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot write " + file.path() + ": what was prepared has been dropped by somebody else",
        cause);
  }

  private boolean isThere(String path) {
    try {
      hadoop.stat(path);
      return true;
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw HadoopErrors.of("read", path, e);
    }
  }

  static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Returns where something waits beside its target; nothing if its name is too long. */
  static Optional<StagedFolder> place(String target, String id) {
    String name = name(target);
    if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      return Optional.empty();
    }
    String start = parent(target) + "/." + name + "." + id;
    return Optional.of(new StagedFolder(start + STAGED, start + WriteRecords.LEASE, target));
  }

  /** Gives a folder its name; returns false if there is something under that name. */
  boolean show(StagedFolder staged) {
    try {
      hadoop.rename(staged.path(), staged.target(), Existing.REFUSE);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw HadoopErrors.of("write", staged.target(), e);
    }
  }

  /** Takes away a folder and its lease, whose maker is dead or is the caller. */
  void drop(StagedFolder staged) {
    HadoopErrors.step(
        "delete",
        staged.path(),
        () -> {
          hadoop.deleteAll(staged.path());
          hadoop.delete(staged.lease()); // last, for it leads to the rest
        });
  }

  /** Takes away what writers that died staged for a target; returns how many they were. */
  int dropOfTheDead(Storage storage, String target) {
    Map<String, StagedFolder> found = new LinkedHashMap<>(); // by the write
    String start = "." + name(target) + ".";
    try {
      for (HadoopEntry entry : hadoop.list(parent(target))) {
        String name = entry.name();
        HiddenName.shown(name)
            .filter(made -> made.startsWith(start) && made.endsWith(WriteRecords.LEASE))
            .ifPresent(made -> storage.dropLeftovers(parent(target) + "/" + made));
        if (name.startsWith(start)) {
          id(name.substring(start.length()))
              .ifPresent(id -> place(target, id).ifPresent(staged -> found.put(id, staged)));
        }
      }
    } catch (FileNotFoundException e) {
      return 0;
    } catch (IOException e) {
      throw HadoopErrors.of("list", parent(target), e);
    }
    int dropped = 0;
    for (StagedFolder staged : found.values()) {
      if (!storage.isLive(staged.lease())) {
        drop(staged);
        dropped++;
      }
    }
    return dropped;
  }

  private static Optional<String> id(String rest) {
    return rest.endsWith(STAGED)
        ? WriteRecords.leased(
            rest.substring(0, rest.length() - STAGED.length()) + WriteRecords.LEASE)
        : WriteRecords.leased(rest);
  }
}
