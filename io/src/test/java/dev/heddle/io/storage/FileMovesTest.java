package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renames under the rules of Windows: nothing gets the name of an open file or of a folder. */
class FileMovesTest {
  @TempDir Path unix;

  private final FileSystem system = Jimfs.newFileSystem(Configuration.windows());
  private final Path folder = system.getPath("C:\\tables");
  private final Set<Path> open = new HashSet<>();
  private final List<Path> scanned = new ArrayList<>(); // each refuses one rename
  private final FileMoves moves = new FileMoves(this::rename);

  @BeforeEach
  void create() throws IOException {
    Files.createDirectory(folder);
  }

  @AfterEach
  void close() throws IOException {
    system.close();
  }

  private void rename(Path from, Path to) throws IOException {
    if (scanned.remove(from)) {
      throw new FileSystemException(
          from.toString(), to.toString(), "The process cannot access the file");
    }
    if (open.contains(to) || Files.isDirectory(to)) {
      throw new AccessDeniedException(from.toString(), to.toString(), null);
    }
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    if (open.remove(from)) {
      open.add(to); // what is open stays open under its new name
    }
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private List<String> names() throws IOException {
    try (var all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void anOpenFileIsReplaced() throws IOException {
    Path from = file("new", "new");
    Path to = file("t.csv", "old");
    open.add(to);

    moves.file(from, to);

    assertThat(to).hasContent("new");
    assertThat(names()).containsExactly("t.csv");
  }

  @Test
  void aScannedFileIsRenamedLater() throws IOException {
    Path from = file("new", "new");
    scanned.addAll(List.of(from, from, from));

    moves.file(from, folder.resolve("t.csv"));

    assertThat(names()).containsExactly("t.csv");
  }

  @Test
  void aRefusalForGoodLeavesBothAsTheyWere() throws IOException {
    Path from = file("new", "new");
    Path to = file("t.csv", "old");
    open.add(to);
    FileMoves refusing =
        new FileMoves(
            (a, b) -> {
              if (a.equals(from)) {
                throw new AccessDeniedException(a.toString());
              }
              rename(a, b);
            });

    assertThatThrownBy(() -> refusing.file(from, to))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("new");
    assertThat(to).hasContent("old");
    assertThat(names()).containsExactly("new", "t.csv");
  }

  @Test
  void aFolderTakesThePlaceOfAnEmptyOneOnly() throws IOException {
    Path from = Files.createDirectory(folder.resolve("new"));
    Path to = Files.createDirectory(folder.resolve("t"));
    Files.writeString(to.resolve("kept"), "x");

    assertThatThrownBy(() -> moves.folder(from, to))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("tables");
    assertThat(names()).containsExactly("new", "t");

    Files.delete(to.resolve("kept"));
    moves.folder(from, to);
    assertThat(names()).containsExactly("t");
  }

  @Test
  void aFolderIsShownOnceItsFilesAreClosed() throws IOException {
    Path from = Files.createDirectory(folder.resolve("new"));
    scanned.addAll(List.of(from, from));

    moves.folder(from, folder.resolve("t"));

    assertThat(names()).containsExactly("t");
  }

  @Test
  void nothingIsTriedTwiceWhereOpenFilesAreNotInTheWay() throws IOException {
    Path from = Files.writeString(unix.resolve("new"), "new");
    List<Path> tried = new ArrayList<>();
    FileMoves refusing =
        new FileMoves(
            (a, b) -> {
              tried.add(a);
              throw new AccessDeniedException(a.toString());
            });

    assertThatThrownBy(() -> refusing.file(from, unix.resolve("t")))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("new");
    assertThat(tried).containsExactly(from);
  }
}
