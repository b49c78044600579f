package dev.heddle.io.storage;

import dev.heddle.io.testing.FolderWriteContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class LocalFolderWriteTest extends FolderWriteContract {
  @TempDir private Path temporary;

  private int folders;

  @Override
  protected Storage storage() {
    return Storages.of("x");
  }

  @Override
  protected String newFolder() {
    return temporary.resolve("f" + folders++).toString();
  }

  @Override
  protected Set<String> everything(String folder) {
    return filesBelow(folder);
  }

  /** Also what lies beside the folder and is named after it. */
  static Set<String> filesBelow(String folder) {
    Path root = Path.of(folder);
    try (Stream<Path> files = Files.walk(root);
        Stream<Path> beside = Files.list(root.getParent())) {
      Set<String> names = new TreeSet<>();
      files.filter(Files::isRegularFile).forEach(f -> names.add(root.relativize(f).toString()));
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
