package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the writes to some folders record about them at one moment, and how listings honour it:
 * readers see all files of a write or none. The protocol is written down with the package.
 */
public final class WriteRecords {
  /** Name of the folder, in each folder that is written to, that holds the records. */
  public static final String FOLDER = "_heddle";

  /** Holds the id of the write that ended last. */
  static final String LAST = "last";

  /** What follows a write's id in the name of its lease. */
  public static final String LEASE = ".lease";

  /** What follows a write's id in the name of the record that it has happened. */
  static final String COMMITTED = ".committed";

  private static final Pattern ID = Pattern.compile("\\d{8}T\\d{9}-[0-9a-f]{8}");

  private static final int MAX_TRIES = 200;
  private static final int MAX_READS = 10;

  /** The content of the files, by path; equal texts mean that nothing has ended or begun since. */
  private final Map<String, String> texts;

  private final Set<String> hidden;

  private WriteRecords(Map<String, String> texts, Set<String> hidden) {
    this.texts = texts;
    this.hidden = hidden;
  }

  /**
   * Lists the files of a folder.
   *
   * @param <T> what represents a file
   */
  public interface Listing<T> {
    /**
     * Lists once; may be called again.
     *
     * @param recordFolders receives the path of each folder named {@link #FOLDER} that was met
     */
    List<T> list(Consumer<String> recordFolders);
  }

  /**
   * A listing as it was at one moment, as far as writes go.
   *
   * @param listed what was listed
   * @param hidden absolute paths of files that do not count: a write has not committed them yet, or
   *     has removed them
   * @param state equal for listings between which no write has ended or begun
   */
  public record View<T>(T listed, Set<String> hidden, Map<String, String> state) {}

  /**
   * Returns a listing as it was at one moment, as far as writes go: without files that a write has
   * not committed yet or has removed.
   *
   * @param folder where the listing starts; writes to it count and, if it is a hive partition,
   *     those to the folders around it
   * @param pathOf gives the absolute path of a file
   */
  public static <T> List<T> list(
      Storage storage, String folder, Listing<T> listing, Function<T, String> pathOf) {
    View<List<T>> view = view(storage, folder, listing::list);
    List<T> seen = new ArrayList<>(view.listed);
    seen.removeIf(file -> view.hidden.contains(pathOf.apply(file)));
    return seen;
  }

  /**
   * Lists until nothing was written meanwhile.
   *
   * @param folder as above
   * @param listing lists once; may be called again. Its argument receives the path of each folder
   *     named {@link #FOLDER} that it meets
   */
  public static <T> View<T> view(
      Storage storage, String folder, Function<Consumer<String>, T> listing) {
    Set<String> folders = new LinkedHashSet<>(around(storage.absolute(folder)));
    for (int i = 0; i < MAX_TRIES; i++) {
      WriteRecords before = read(storage, folders);
      Set<String> met = ConcurrentHashMap.newKeySet();
      T listed;
      try {
        listed = listing.apply(met::add);
      } catch (HeddleException e) {
        boolean mayHaveGone = e.code() == ErrorCode.NOT_FOUND && i < MAX_READS;
        if (mayHaveGone && storage.isFolder(folder)) {
          continue; // a folder in it, with what a write removes
        }
        throw e;
      }
      boolean isComplete = !folders.addAll(met);
      if (isComplete && before.texts.equals(read(storage, folders).texts)) {
        return new View<>(listed, before.hidden, before.texts);
      }
    }
    throw new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot list " + folder + ": it was written to all the time while it was being listed");
  }

  private static List<String> around(String folder) {
    List<String> folders = new ArrayList<>();
    String at = folder;
    while (true) {
      folders.add(recordFolder(at));
      int slash = at.lastIndexOf('/');
      if (slash <= 0 || at.indexOf('=', slash) < 0) {
        return folders;
      }
      at = at.substring(0, slash);
    }
  }

  /** Returns the folder of a folder's records. */
  static String recordFolder(String folder) {
    return folder.endsWith("/") ? folder + FOLDER : folder + "/" + FOLDER;
  }

  /** Returns whether a text is an id of a write. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Returns the id of the write that a file belongs to by its name. */
  public static Optional<String> idIn(String name) {
    Matcher matcher = ID.matcher(name);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }

  /** Returns the id of the write whose lease has a name. */
  public static Optional<String> leased(String name) {
    return name.endsWith(LEASE) ? idOf(name) : Optional.empty();
  }

  /** Returns the path of the lease of a write to a folder. */
  public static String lease(String folder, String id) {
    return recordFolder(folder) + "/" + id + LEASE;
  }

  /** Returns the id of the write that a file in a folder of records is about. */
  static Optional<String> idOf(String name) {
    String id = name;
    for (String ending : List.of(LEASE, COMMITTED, Staging.ENDING)) {
      if (name.endsWith(ending)) {
        id = name.substring(0, name.length() - ending.length());
      }
    }
    return Optional.of(id).filter(WriteRecords::isId);
  }

  /**
   * Returns the record of a write; nothing if there is none, or not any more.
   *
   * @param records the folder of records
   */
  static Optional<WriteRecord> record(Storage storage, String records, String id) {
    // in this order: the record that there is first goes first
    for (String path : List.of(records + "/" + id + COMMITTED, records + "/" + id)) {
      Optional<byte[]> bytes = readFile(storage, path);
      if (bytes.isPresent()) {
        return Optional.of(WriteRecord.decode(bytes.get(), path));
      }
    }
    return Optional.empty();
  }

  private static WriteRecords read(Storage storage, Set<String> folders) {
    for (int i = 0; i < MAX_TRIES; i++) {
      Optional<WriteRecords> records = tryRead(storage, folders);
      if (records.isPresent()) {
        return records.get();
      }
    }
    throw new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot read " + folders.iterator().next() + ": it was written to all the time");
  }

  private static Optional<WriteRecords> tryRead(Storage storage, Set<String> folders) {
    Map<String, String> texts = new LinkedHashMap<>();
    Set<String> hidden = new HashSet<>();
    for (String folder : folders) {
      String last = "";
      Map<String, String> paths = new TreeMap<>(); // of each write's record, the later one
      for (StoredFile file : files(storage, folder)) {
        if (file.name().equals(LAST)) {
          last = file.path(); // to be read after the records
        } else if (!file.name().endsWith(LEASE)) {
          String path = file.path();
          idOf(file.name()).ifPresent(id -> paths.merge(id, path, WriteRecords::later));
        }
      }
      String parent = folder.substring(0, folder.length() - FOLDER.length());
      for (String path : paths.values()) {
        Optional<byte[]> bytes = readFile(storage, path);
        if (bytes.isEmpty()) {
          return Optional.empty(); // gone, and what is beside it in the listing may be, too
        }
        WriteRecord record = WriteRecord.decode(bytes.get(), path);
        texts.put(path, record.state().name());
        switch (record.state()) {
          case PREPARED -> record.adds().forEach(add -> hidden.add(parent + add.path()));
          case COMMITTED -> record.removes().forEach(remove -> hidden.add(parent + remove));
        }
      }
      if (!last.isEmpty()) {
        Optional<byte[]> bytes = readFile(storage, last);
        if (bytes.isEmpty()) {
          return Optional.empty();
        }
        texts.put(last, new String(bytes.get(), StandardCharsets.UTF_8));
      }
    }
    return Optional.of(new WriteRecords(texts, hidden));
  }

  private static String later(String path, String other) {
    return path.endsWith(COMMITTED) ? path : other;
  }

  /** Returns the files directly in a folder; none if it does not exist. */
  static List<StoredFile> files(Storage storage, String folder) {
    return listing(storage, folder).files();
  }

  /** Returns what is directly in a folder; nothing if it does not exist. */
  static FolderListing listing(Storage storage, String folder) {
    try {
      return storage.list(folder);
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return new FolderListing(List.of(), List.of());
      }
      throw e;
    }
  }

  /** Returns the bytes of a small file; nothing if it is gone. It may be replaced meanwhile. */
  static Optional<byte[]> readFile(Storage storage, String path) {
    for (int i = 1; ; i++) {
      try {
        StoredFile file = storage.stat(path);
        try (RangedInput input = storage.open(file)) {
          return Optional.of(input.readArray(0, (int) file.sizeBytes()));
        }
      } catch (HeddleException e) {
        if (e.code() == ErrorCode.NOT_FOUND) {
          return Optional.empty();
        }
        if (e.code() != ErrorCode.IO || i == MAX_READS) { // the first ones may be a change
          throw e;
        }
      }
    }
  }
}
