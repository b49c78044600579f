package dev.heddle.engine.database;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of a database that is open, for writing or only for reading. Thread-safe. */
public final class DatabaseFolder implements AutoCloseable {
  private static final String MANIFEST = "manifest";
  private static final String NEXT = "manifest.next";
  private static final String DATA = "data";
  private static final String SUFFIX = ".parquet";

  private final Path folder; // the real path
  private final String name; // as it was written, for messages
  private final boolean isReadOnly;
  private final FileSteps steps;
  private final AtomicLong lastNumber = new AtomicLong(); // of data files
  private String text = ""; // of the manifest that was read or written last; guarded by this
  private boolean isClosed; // guarded by this

  private DatabaseFolder(Path folder, String name, boolean isReadOnly, FileSteps steps) {
    this.folder = folder;
    this.name = name;
    this.isReadOnly = isReadOnly;
    this.steps = steps;
  }

  /** What a folder is opened for. */
  public enum Use {
    /** For writing: the folder is made if it is not there. */
    WRITE,
    /** Only for reading, beside a process that writes. */
    READ
  }

  /**
   * Opens a database.
   *
   * @param name the path as it was written, for messages
   * @throws HeddleException {@code REFUSED} if another one writes it, {@code NOT_FOUND} if it is to
   *     be read and is not there, {@code ALREADY_EXISTS} if the folder is that of something else
   */
  public static DatabaseFolder open(Path path, String name, Use use, FileSteps steps) {
    try {
      boolean isThere = Files.exists(path.resolve(MANIFEST));
      if (!isThere && use == Use.READ) {
        throw new HeddleException(
            ErrorCode.NOT_FOUND,
            "Cannot open database "
                + name
                + " to read: there is no manifest in it; open it for writing to make one");
      }
      if (!isThere && Files.exists(path)) {
        requireEmpty(path, name);
      }
      if (use == Use.WRITE) {
        Files.createDirectories(path.resolve(DATA));
      }
      DatabaseFolder opened = new DatabaseFolder(path.toRealPath(), name, use == Use.READ, steps);
      opened.begin();
      return opened;
    } catch (IOException e) {
      throw failed(name, "open", e);
    }
  }

  private static void requireEmpty(Path path, String name) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot open database " + name + ": it is a file; a database is a folder");
    }
    try (Stream<Path> files = Files.list(path)) {
      List<String> others =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(file -> !file.equals(DATA) && !file.equals(NEXT) && !file.endsWith(".lock"))
              .sorted()
              .toList();
      if (!others.isEmpty()) {
        throw new HeddleException(
            ErrorCode.ALREADY_EXISTS,
            "Cannot open database "
                + name
                + ": it is a folder without a manifest, in which there is "
                + others.getFirst()
                + "; name an empty folder or a new one");
      }
    }
  }

  private static HeddleException failed(String name, String verb, IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot " + verb + " database " + name + ": " + e, e);
  }

  private void begin() throws IOException {
    FolderLocks locks = FolderLocks.ofProcess();
    if (isReadOnly) {
      locks.beginReading(folder);
      return;
    }
    String holder = locks.lockToWrite(folder);
    if (holder != null) {
      throw new HeddleException(
          ErrorCode.REFUSED,
          "Cannot open database "
              + name
              + " for writing: "
              + holder
              + " writes it; end that, or read beside it: ATTACH '"
              + name
              + "' (READ_ONLY)");
    }
    try {
      boolean isNew = !Files.exists(folder.resolve(MANIFEST));
      lastNumber.set(largestNumber());
      if (isNew) {
        commit(new Manifest(List.of(Manifest.SchemaContent.empty("main"))));
      } else {
        Manifest now = read();
        boolean unused = locks.runWithoutReaders(folder, () -> removeOrphans(now));
      }
    } catch (IOException | RuntimeException e) {
      locks.unlockToWrite(folder);
      throw e;
    }
  }

  private long largestNumber() throws IOException {
    long largest = 0;
    try (Stream<Path> files = Files.list(folder.resolve(DATA))) {
      for (Path file : files.toList()) {
        largest = Math.max(largest, number(String.valueOf(file.getFileName())));
      }
    }
    return largest;
  }

  private static long number(String file) {
    String base = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : "";
    String digits = base.substring(base.lastIndexOf('-') + 1);
    return digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(Character::isDigit)
        ? 0
        : Long.parseLong(digits);
  }

  private void removeOrphans(Manifest now) throws IOException {
    Set<String> named = new HashSet<>(now.files());
    Files.deleteIfExists(folder.resolve(NEXT));
    try (Stream<Path> files = Files.list(folder.resolve(DATA))) {
      for (Path file : files.toList()) {
        if (!named.contains(String.valueOf(file.getFileName())) && Files.isRegularFile(file)) {
          steps.before("remove orphan");
          Files.delete(file);
        }
      }
    }
  }

  /** Returns the path as it was written. */
  public String name() {
    return name;
  }

  /** Returns whether it is only read. */
  public boolean isReadOnly() {
    return isReadOnly;
  }

  /** Reads what is in the database now. */
  public synchronized Manifest read() {
    try {
      text = Files.readString(folder.resolve(MANIFEST));
      return ManifestText.read(text, name);
    } catch (IOException e) {
      throw failed(name, "read", e);
    }
  }

  /** Reads what is in the database, if it is not what was read or written last; null if it is. */
  public synchronized @Nullable Manifest readChanged() {
    try {
      String now = Files.readString(folder.resolve(MANIFEST));
      if (now.equals(text)) {
        return null;
      }
      text = now;
      return ManifestText.read(now, name);
    } catch (NoSuchFileException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read database " + name + ": it has been removed", e);
    } catch (IOException e) {
      throw failed(name, "read", e);
    }
  }

  /**
   * Makes another content that of the database, in one step.
   *
   * @throws HeddleException {@code ACCESS_DENIED} if it is only read, {@code IO} if it is not
   *     written: then the database is as before
   */
  public synchronized void commit(Manifest content) {
    requireWritable();
    String next = ManifestText.of(content);
    if (next.equals(text)) {
      return; // what changes does not last
    }
    Path written = folder.resolve(NEXT);
    try {
      steps.before("create manifest");
      try (FileChannel channel =
          FileChannel.open(
              written,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        byte[] bytes = next.getBytes(StandardCharsets.UTF_8);
        write(channel, ByteBuffer.wrap(bytes, 0, bytes.length / 2));
        steps.before("write rest of manifest");
        write(channel, ByteBuffer.wrap(bytes, bytes.length / 2, bytes.length - bytes.length / 2));
        steps.before("sync manifest");
        channel.force(true);
      }
      steps.before("rename manifest");
      Files.move(written, folder.resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failed(name, "change", e);
    }
    text = next;
    syncFolder();
  }

  private static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int unused = channel.write(bytes);
    }
  }

  /** The rename has happened; whether it outlasts a failure of the machine is decided here. */
  private void syncFolder() {
    steps.before("sync folder");
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Systems that cannot open folders make renames durable by themselves.
    }
  }

  /** Fails if the database is only read. */
  public void requireWritable() {
    if (isReadOnly) {
      throw new HeddleException(
          ErrorCode.ACCESS_DENIED,
          "Cannot change database "
              + name
              + ": it was opened only to read; DETACH it and ATTACH it without READ_ONLY");
    }
  }

  /** Returns the path of a data file. */
  public String path(DataFile file) {
    return folder.resolve(DATA).resolve(file.name()).toString();
  }

  /** Returns a name for a data file of a table that none has had. */
  String newName(String table) {
    String base = table.replaceAll("[^A-Za-z0-9_]", "_");
    return base.substring(0, Math.min(base.length(), 60))
        + "-"
        + lastNumber.incrementAndGet()
        + SUFFIX;
  }

  FileSteps steps() {
    return steps;
  }

  /** Removes data files that no manifest has named. */
  public void discard(List<DataFile> files) {
    for (DataFile file : files) {
      try {
        steps.before("discard data file");
        Files.deleteIfExists(Path.of(path(file)));
      } catch (IOException e) {
        // It is removed when the database is opened for writing again.
      }
    }
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      if (isReadOnly) {
        FolderLocks.ofProcess().endReading(folder);
      } else {
        FolderLocks.ofProcess().unlockToWrite(folder);
      }
    } catch (IOException e) {
      throw failed(name, "close", e);
    }
  }
}
