package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Looks at a folder whose sub-folders may be hive partitions: lists it, and as much of what is
 * below as it takes to know the keys, some values of each, and one file. Used by one thread.
 */
final class FolderLevels {
  private static final int DEEPEST = 64; // links may lead in circles
  private static final int MAX_SAMPLED_FOLDERS =
      8; // folders of a level whose sub-folders show a type

  private final Storage storage;
  private final List<String> suffixes;
  private final Consumer<String> recordFolders;
  private final Map<String, FolderListing> listed = new ConcurrentHashMap<>();

  /**
   * What was found in a tree of partitions.
   *
   * @param keys the keys of the levels
   * @param values values of each key, all there are for the first
   * @param first the first file
   * @param listed what was listed, by folder
   */
  record Found(
      List<String> keys,
      List<Set<String>> values,
      StoredFile first,
      Map<String, FolderListing> listed) {}

  private FolderLevels(Storage storage, List<String> suffixes, Consumer<String> recordFolders) {
    this.storage = storage;
    this.suffixes = suffixes;
    this.recordFolders = recordFolders;
  }

  /**
   * Looks at a folder.
   *
   * @param recordFolders receives the folders of write records that were met
   * @return nothing if its sub-folders are no partitions, or there is no file
   */
  static Optional<Found> explore(
      Storage storage, String root, List<String> suffixes, Consumer<String> recordFolders) {
    return new FolderLevels(storage, suffixes, recordFolders).explore(root);
  }

  private Optional<Found> explore(String root) {
    FolderListing top = list(root);
    if (keyOfAll(top).isEmpty()) {
      return Optional.empty();
    }
    List<String> chain = new ArrayList<>(); // folders from the root to the first file
    Optional<StoredFile> first = firstFile(root, chain);
    if (first.isEmpty()) {
      return Optional.empty();
    }
    List<String> keys = new ArrayList<>();
    for (String folder : chain) {
      Optional<String> key = keyOfAll(list(folder));
      if (key.isEmpty()) {
        break;
      }
      keys.add(key.get());
    }
    return Optional.of(new Found(List.copyOf(keys), values(root, keys), first.get(), listed));
  }

  private FolderListing list(String folder) {
    return listed.computeIfAbsent(
        folder,
        path -> {
          FolderListing listing = storage.list(path);
          reportRecords(listing, recordFolders);
          return listing;
        });
  }

  /** Reports the folder of write records in a folder, if it has one. */
  static void reportRecords(FolderListing listing, Consumer<String> recordFolders) {
    for (String folder : listing.folders()) {
      if (Visible.name(folder).equals(WriteRecords.FOLDER)) {
        recordFolders.accept(folder);
      }
    }
  }

  /** Returns the key of a folder's sub-folders, if it has such and nothing else. */
  private Optional<String> keyOfAll(FolderListing listing) {
    List<String> folders = Visible.folders(listing);
    if (folders.isEmpty() || !Visible.files(listing, suffixes).isEmpty()) {
      return Optional.empty();
    }
    Set<String> keys = new LinkedHashSet<>();
    for (String folder : folders) {
      Optional<HiveSegment> segment = HiveSegment.of(Visible.name(folder));
      if (segment.isEmpty()) {
        return Optional.empty();
      }
      keys.add(segment.get().key());
    }
    return keys.size() == 1 ? Optional.of(keys.iterator().next()) : Optional.empty();
  }

  private Optional<StoredFile> firstFile(String folder, List<String> chain) {
    if (chain.size() == DEEPEST) {
      throw tooDeep(folder);
    }
    chain.add(folder);
    FolderListing listing = list(folder);
    List<StoredFile> files = Visible.files(listing, suffixes);
    if (!files.isEmpty()) {
      return Optional.of(files.getFirst());
    }
    for (String below : Visible.folders(listing)) {
      Optional<StoredFile> first = firstFile(below, chain);
      if (first.isPresent()) {
        return first;
      }
    }
    chain.removeLast();
    return Optional.empty();
  }

  static HeddleException tooDeep(String folder) {
    return new HeddleException(
        ErrorCode.IO,
        "Cannot list " + folder + ": it is " + DEEPEST + " folders deep; do links go in circles?");
  }

  static int deepest() {
    return DEEPEST;
  }

  /** Collects the values of each key, from all folders of its level or some spread over them. */
  private List<Set<String>> values(String root, List<String> keys) {
    List<Set<String>> values = new ArrayList<>();
    List<String> parents = List.of(root);
    for (String key : keys) {
      Set<String> found = new LinkedHashSet<>();
      List<String> next = new ArrayList<>();
      for (FolderListing listing : ParallelCalls.map(spread(parents), this::list)) {
        for (String folder : Visible.folders(listing)) {
          HiveSegment.of(Visible.name(folder))
              .filter(segment -> segment.key().equals(key))
              .ifPresent(
                  segment -> {
                    found.add(segment.text());
                    next.add(folder);
                  });
        }
      }
      values.add(found);
      parents = next;
    }
    return values;
  }

  private static List<String> spread(List<String> folders) {
    int taken = Math.min(MAX_SAMPLED_FOLDERS, folders.size());
    List<String> spread = new ArrayList<>();
    for (int i = 0; i < taken; i++) {
      spread.add(folders.get((int) ((long) i * (folders.size() - 1) / Math.max(1, taken - 1))));
    }
    return spread;
  }
}
