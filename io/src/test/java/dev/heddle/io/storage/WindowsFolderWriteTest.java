package dev.heddle.io.storage;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.heddle.io.testing.FolderWriteContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** Writes of folders by paths of Windows. */
class WindowsFolderWriteTest extends FolderWriteContract {
  private final FileSystem system =
      Jimfs.newFileSystem(
          Configuration.windows().toBuilder().setWorkingDirectory("C:\\home").build());
  private final Storage storage = WindowsDisk.of(system);

  private int folders;

  @AfterEach
  void closeSystem() throws IOException {
    system.close();
  }

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected String newFolder() {
    return "C:\\home\\f" + folders++;
  }

  @Override
  protected Set<String> everything(String folder) {
    Path root = system.getPath(folder);
    try (Stream<Path> files = Files.walk(root);
        Stream<Path> beside = Files.list(root.getParent())) {
      Set<String> names = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .forEach(f -> names.add(LocalPaths.text(root.relativize(f))));
      beside
          .map(f -> f.getFileName().toString())
          .filter(name -> name.startsWith("." + root.getFileName() + "."))
          .forEach(names::add);
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
