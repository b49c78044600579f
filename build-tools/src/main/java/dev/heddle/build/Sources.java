package dev.heddle.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java sources of all modules, found from the folder that holds the root pom. */
final class Sources {
  /** The folders below a module that hold Java sources. */
  private static final List<String> SOURCE_FOLDERS =
      List.of("src/main/java", "src/test/java", "src/test/snippets");

  private Sources() {}

  /** The folder with the root pom, looked for from the working directory upwards. */
  static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("jvm.options"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no folder above the working directory holds jvm.options");
  }

  /** The source files of every module below {@code root}, in a fixed order. */
  static List<SourceFile> all(Path root) {
    List<SourceFile> files = new ArrayList<>();
    for (Path module : list(root)) {
      if (!Files.exists(module.resolve("pom.xml"))) {
        continue;
      }
      for (String folder : SOURCE_FOLDERS) {
        for (Path path : javaFiles(module.resolve(folder))) {
          files.add(new SourceFile(root, path, module.getFileName().toString(), folder));
        }
      }
    }
    return files;
  }

  /** The pages of documentation, in a fixed order. */
  static List<Path> pages(Path root) {
    try (Stream<Path> paths = Files.walk(root.resolve("docs"))) {
      return Stream.concat(
              Stream.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")),
              paths.filter(path -> path.toString().endsWith(".md")).sorted())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> javaFiles(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
