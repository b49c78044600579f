package dev.heddle.io.hadoop.files.client;

import dev.heddle.io.hadoop.files.HadoopEntry;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.hadoop.files.HadoopFullException;
import dev.heddle.io.hadoop.files.HadoopInput;
import dev.heddle.io.hadoop.files.HadoopOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.functional.FutureIO;

/** The file systems of a configuration. Each is opened once and stays open. */
public class HadoopClient implements HadoopFiles {
  /** Whose folders are renamed in one step. */
  private static final Set<String> RENAMES_FOLDERS =
      Set.of("hdfs", "viewfs", "webhdfs", "swebhdfs");

  private final Configuration configuration;
  private final HadoopIdentity identity;
  private final Map<String, FileSystem> systems = new ConcurrentHashMap<>(); // by their roots

  /**
   * Makes a client of Hadoop's own configuration, which is in files on the class path.
   *
   * @throws IOException if the user of this process cannot be found out
   */
  public HadoopClient() throws IOException {
    this(new Configuration(), HadoopIdentity.current());
  }

  /** Makes a client of a configuration that opens files in somebody's name. */
  protected HadoopClient(Configuration configuration, HadoopIdentity identity) {
    this.configuration = configuration;
    this.identity = identity;
    knows("file"); // file systems are looked for once in a process, by this thread's class loader
  }

  @Override
  public final boolean knows(String scheme) {
    try {
      FileSystem.getFileSystemClass(scheme, configuration);
      return true;
    } catch (IOException | RuntimeException | LinkageError e) {
      return false; // none, or not all of its jars are there
    }
  }

  private interface Work<T> {
    T on(FileSystem system, Path path) throws IOException;
  }

  private <T> T with(String text, Work<T> work) throws IOException {
    try {
      identity.refresh();
      Path path = new Path(text);
      return work.on(system(path), path);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e); // not a path, or an unknown host
    } catch (IOException e) {
      throw known(text, e);
    }
  }

  private FileSystem system(Path path) throws IOException {
    String root = path.toUri().getScheme() + "://" + path.toUri().getAuthority();
    FileSystem known = systems.get(root);
    if (known != null) {
      return known;
    }
    synchronized (systems) {
      known = systems.get(root);
      if (known == null) {
        known = opened(path.toUri());
        systems.put(root, known);
      }
      return known;
    }
  }

  private FileSystem opened(URI uri) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(HadoopClient.class.getClassLoader());
    try {
      return identity.open(uri, configuration);
    } catch (LinkageError e) {
      throw new IOException(
          "the file system of "
              + uri.getScheme()
              + " lacks a class ("
              + e.getMessage()
              + "); add all jars that it needs to those of Hadoop",
          e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Returns an exception of the JDK of the same meaning, where there is one. */
  private static IOException known(String path, IOException e) {
    IOException known =
        switch (e) {
          case AccessControlException _ -> new AccessDeniedException(path, null, e.getMessage());
          case org.apache.hadoop.fs.FileAlreadyExistsException _ ->
              new FileAlreadyExistsException(path, null, e.getMessage());
          case PathIsNotEmptyDirectoryException _ -> new DirectoryNotEmptyException(path);
          case ClusterStorageCapacityExceededException _ ->
              new HadoopFullException(e.getMessage(), e);
          default -> e;
        };
    if (known != e && known.getCause() == null) {
      known.initCause(e);
    }
    return known;
  }

  @Override
  public final boolean renamesFolders(String path) throws IOException {
    return with(path, (system, _) -> RENAMES_FOLDERS.contains(system.getScheme()));
  }

  @Override
  public final String absolute(String path) throws IOException {
    return with(path, (system, file) -> system.makeQualified(file).toString());
  }

  @Override
  public final HadoopEntry stat(String path) throws IOException {
    return with(path, (system, file) -> entry(system.getFileStatus(file)));
  }

  private static HadoopEntry entry(FileStatus status) {
    String etag = status instanceof EtagSource source ? source.getEtag() : null;
    String version = Long.toString(status.getModificationTime());
    return new HadoopEntry(
        status.getPath().toString(),
        status.isDirectory() ? HadoopEntry.Kind.FOLDER : HadoopEntry.Kind.FILE,
        status.getLen(),
        status.getModificationTime(),
        etag == null ? version : etag);
  }

  @Override
  public final List<HadoopEntry> list(String folder) throws IOException {
    return with(
        folder,
        (system, path) -> {
          List<HadoopEntry> entries = new ArrayList<>();
          var found = system.listStatusIterator(path); // page by page
          while (found.hasNext()) {
            entries.add(entry(found.next()));
          }
          return entries;
        });
  }

  @Override
  public final HadoopInput open(HadoopEntry file) throws IOException {
    return with(
        file.path(),
        (system, path) -> {
          FutureDataInputStreamBuilder builder = system.openFile(path);
          builder.opt("fs.option.openfile.length", Long.toString(file.sizeBytes()));
          builder.opt("fs.option.openfile.read.policy", "random");
          FSDataInputStream in = FutureIO.awaitFuture(builder.build());
          return new ClientInput(in);
        });
  }

  @Override
  public final HadoopOutput create(String path, Missing folder) throws IOException {
    return with(
        path,
        (system, file) -> {
          FSDataOutputStreamBuilder<?, ?> builder = system.createFile(file).overwrite(true);
          FSDataOutputStream out =
              (FSDataOutputStream) (folder == Missing.MAKE ? builder.recursive() : builder).build();
          return new ClientOutput(out);
        });
  }

  @Override
  public final void makeFolder(String path) throws IOException {
    with(path, FileSystem::mkdirs);
  }

  @Override
  public final void rename(String from, String to, Existing existing) throws IOException {
    Rename option = existing == Existing.REPLACE ? Rename.OVERWRITE : Rename.NONE;
    with(
        from,
        (system, file) -> {
          new Renaming(system).move(file, new Path(to), option);
          return to;
        });
  }

  /** Reaches the rename that does not move things into folders, which is not public. */
  private static final class Renaming extends FilterFileSystem {
    Renaming(FileSystem system) {
      super(system);
    }

    @SuppressWarnings("deprecation") // of a file system there is no other
    void move(Path from, Path to, Rename option) throws IOException {
      super.rename(from, to, option);
    }
  }

  @Override
  public final void delete(String path) throws IOException {
    with(path, (system, file) -> deleted(system, file, path));
  }

  private static boolean deleted(FileSystem system, Path file, String path) throws IOException {
    try {
      return system.delete(file, false);
    } catch (FileNotFoundException e) {
      return false;
    } catch (PathIsNotEmptyDirectoryException e) {
      throw e;
    } catch (IOException e) { // many file systems have no type for it
      if (String.valueOf(e.getMessage()).contains("not empty")) {
        throw new DirectoryNotEmptyException(path);
      }
      throw e;
    }
  }

  @Override
  public final void deleteAll(String folder) throws IOException {
    with(folder, (system, path) -> system.delete(path, true));
  }
}
