package dev.heddle.shuffle.store;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bundles as files of one folder, for its user's eyes only, as the package specifies. One process
 * uses the folder at a time.
 */
public final class FolderBundleStore implements BundleStore {
  private static final Logger LOG = LoggerFactory.getLogger(FolderBundleStore.class);
  private static final String OPEN = ".open";
  private static final String SEALED = ".bundle";
  private static final String JOB = "job-";
  private static final Pattern FOLDERS = Pattern.compile(JOB + "(\\d+)/exchange-(\\d+)");
  private static final Pattern FILES = Pattern.compile("(\\d+)-(\\d+)-(\\d+)\\.bundle");
  private static final String MERGING = ".merging";
  private static final String MERGED = ".merged";
  private static final Pattern MERGED_FILES = Pattern.compile("(\\d+)\\.merged");
  private static final int COPY_BYTES = 256 << 10;
  private final Path folder;
  private final FileChannel lock;
  private final Map<MergedId, MergedFile> open = new ConcurrentHashMap<>();

  /**
   * Takes a folder, which is made if it is not there.
   *
   * @throws HeddleException if it cannot be used, or another process uses it
   */
  public FolderBundleStore(Path folder) {
    this.folder = folder.toAbsolutePath();
    try {
      lock =
          LocalFolders.take(this.folder)
              .orElseThrow(
                  () ->
                      new HeddleException(
                          ErrorCode.CONFLICT,
                          "Cannot keep exchanges in "
                              + this.folder
                              + ": another shuffle server does; name another folder"));
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot keep exchanges in " + this.folder + ": " + e + "; name another folder",
          e);
    }
  }

  private Path folderOf(ExchangeId exchange) {
    return folder.resolve(JOB + exchange.job()).resolve("exchange-" + exchange.exchange());
  }

  private Path path(BundleId bundle, String ending) {
    MapAttempt attempt = bundle.attempt();
    String name = attempt.map() + "-" + attempt.attempt() + "-" + bundle.epoch() + ending;
    return folderOf(attempt.exchange()).resolve(name);
  }

  @Override
  public long append(BundleId bundle, List<Buffer> blocks, int[] bytes) throws IOException {
    Path path = path(bundle, OPEN);
    while (true) {
      try {
        return append(path, blocks, bytes);
      } catch (NoSuchFileException e) {
        // the first one, or the folder was deleted as empty a moment ago
        Files.createDirectories(path.getParent(), LocalFolders.privateFolder(folder));
      }
    }
  }

  private static long append(Path path, List<Buffer> blocks, int[] bytes) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    try (FileChannel file = FileChannel.open(path, options, LocalFolders.privateFile(path))) {
      long start = file.size();
      ByteBuffer[] all = new ByteBuffer[bytes.length];
      for (int i = 0; i < all.length; i++) {
        all[i] = Memory.byteBuffer(blocks.get(i).address(), bytes[i]);
      }
      int next = 0;
      while (next < all.length) {
        file.write(all, next, all.length - next);
        while (next < all.length && !all[next].hasRemaining()) {
          next++;
        }
      }
      return start;
    }
  }

  @Override
  public long seal(BundleIndex index) throws IOException {
    Path open = path(index.id(), OPEN);
    long length;
    try (FileChannel file =
        FileChannel.open(open, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = IndexFormat.encode(index);
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      length = file.size();
    }
    Files.move(open, path(index.id(), SEALED), StandardCopyOption.ATOMIC_MOVE);
    return length;
  }

  @Override
  public void read(BundleId bundle, long offset, int bytes, long target) throws IOException {
    try {
      read(path(bundle, SEALED), offset, bytes, target);
    } catch (NoSuchFileException e) {
      try {
        read(path(bundle, OPEN), offset, bytes, target);
      } catch (NoSuchFileException _) {
        read(path(bundle, SEALED), offset, bytes, target); // sealed between the two
      }
    }
  }

  private static void read(Path path, long offset, int bytes, long target) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer into = Memory.byteBuffer(target, bytes);
      while (into.hasRemaining()) {
        if (file.read(into, offset + into.position()) < 0) {
          throw new EOFException(path.getFileName() + " ends before byte " + (offset + bytes));
        }
      }
    }
  }

  @Override
  public void copy(BundleId bundle, long bytes, Consumer<ByteBuffer> target) throws IOException {
    Path path = path(bundle, SEALED);
    ByteBuffer piece = ByteBuffer.allocate(COPY_BYTES);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      for (long left = bytes; left > 0; ) {
        piece.clear().limit((int) Math.min(left, COPY_BYTES));
        if (file.read(piece) < 0) {
          throw new EOFException(path.getFileName() + " ends before byte " + bytes);
        }
        left -= piece.flip().remaining();
        target.accept(piece);
      }
    }
  }

  @Override
  public void delete(BundleId bundle) throws IOException {
    Files.deleteIfExists(path(bundle, OPEN));
    Files.deleteIfExists(path(bundle, SEALED));
    deleteIfEmpty(folderOf(bundle.attempt().exchange()));
  }

  private static void deleteIfEmpty(Path exchange) throws IOException {
    try {
      Files.deleteIfExists(exchange);
      Files.deleteIfExists(exchange.getParent());
    } catch (DirectoryNotEmptyException _) { // others are in it
    }
  }

  private Path path(MergedId bundle, String ending) {
    return folderOf(bundle.exchange()).resolve(bundle.number() + ending);
  }

  @Override
  public long merge(MergedBundle bundle, List<List<Buffer>> packs) throws IOException {
    Path merging = path(bundle.id(), MERGING);
    while (true) {
      try {
        return merge(merging, bundle, packs);
      } catch (NoSuchFileException e) {
        // the first one, or the folder was deleted as empty a moment ago
        Files.createDirectories(merging.getParent(), LocalFolders.privateFolder(folder));
      }
    }
  }

  private long merge(Path merging, MergedBundle bundle, List<List<Buffer>> packs)
      throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    long length;
    try (FileChannel file = FileChannel.open(merging, options, LocalFolders.privateFile(merging))) {
      MergedWriter.write(file, bundle, packs);
      length = file.size();
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(merging);
      throw e;
    }
    Files.move(merging, path(bundle.id(), MERGED), StandardCopyOption.ATOMIC_MOVE);
    return length;
  }

  @Override
  public MergedFile open(MergedId bundle) throws IOException {
    MergedFile file = open.get(bundle);
    if (file != null) {
      return file;
    }
    synchronized (open) {
      file = open.get(bundle);
      if (file == null) {
        file = new MergedFile(path(bundle, MERGED));
        open.put(bundle, file);
      }
      return file;
    }
  }

  @Override
  public void delete(MergedId bundle) throws IOException {
    synchronized (open) {
      MergedFile file = open.remove(bundle);
      if (file != null) {
        file.close();
      }
      Files.deleteIfExists(path(bundle, MERGED));
    }
    deleteIfEmpty(folderOf(bundle.exchange()));
  }

  private void recoverMerged(Path path, List<MergedBundle> merged) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      merged.add(MergedFormat.read(channel));
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is lost: {}", path, e.toString());
      Files.delete(path);
    }
  }

  @Override
  public List<BundleIndex> recover(List<BundleId> broken, List<MergedBundle> merged)
      throws IOException {
    List<BundleIndex> found = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder, 3)) {
      files = all.filter(p -> folder.relativize(p).getNameCount() == 3).sorted().toList();
    }
    for (Path file : files) {
      if (MERGED_FILES.matcher(file.getFileName().toString()).matches()) {
        recoverMerged(file, merged);
        continue;
      }
      BundleId id = idOf(file);
      if (id == null) {
        Files.delete(file);
        continue;
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        BundleIndex index = IndexFormat.read(channel);
        if (!index.id().equals(id)) {
          throw new IOException("it is the bundle of " + index.id());
        }
        found.add(index);
      } catch (IOException e) {
        LOG.warn("{} is lost: {}", id.attempt(), e.getMessage());
        broken.add(id);
        delete(id);
      }
    }
    deleteEmptyFolders();
    return found;
  }

  /** Deletes the folders of jobs of which nothing was sealed. */
  private void deleteEmptyFolders() throws IOException {
    List<Path> folders;
    try (Stream<Path> all = Files.walk(folder, 2)) {
      folders =
          all.filter(p -> folder.relativize(p).toString().startsWith(JOB) && Files.isDirectory(p))
              .sorted(Comparator.reverseOrder())
              .toList();
    }
    for (Path each : folders) {
      try {
        Files.delete(each);
      } catch (DirectoryNotEmptyException _) { // bundles are in it
      }
    }
  }

  private @Nullable BundleId idOf(Path file) {
    Path relative = folder.relativize(file);
    Matcher folders = FOLDERS.matcher(relative.getName(0) + "/" + relative.getName(1));
    Matcher name = FILES.matcher(relative.getFileName().toString());
    if (!folders.matches() || !name.matches()) {
      return null;
    }
    ExchangeId exchange =
        new ExchangeId(Long.parseLong(folders.group(1)), Integer.parseInt(folders.group(2)));
    MapAttempt attempt =
        new MapAttempt(exchange, Integer.parseInt(name.group(1)), Integer.parseInt(name.group(2)));
    return new BundleId(attempt, Integer.parseInt(name.group(3)));
  }

  @Override
  public void close() throws IOException {
    for (MergedFile file : open.values()) {
      file.close();
    }
    lock.close();
  }
}
