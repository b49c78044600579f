package dev.heddle.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One Java source file of a module.
 *
 * @param root the folder that holds the root pom
 * @param path where the file is
 * @param module the folder name of the module it belongs to
 * @param sourceFolder the source folder below the module, such as {@code src/main/java}
 */
record SourceFile(Path root, Path path, String module, String sourceFolder) {
  /** The path below the root, with forward slashes on every system. */
  String name() {
    return root.relativize(path).toString().replace('\\', '/');
  }

  boolean isMain() {
    return sourceFolder.equals("src/main/java");
  }

  boolean isPackageInfo() {
    return path.endsWith("package-info.java");
  }

  /** The name of the class the file is named after, with its package. */
  String className() {
    Path below = root.resolve(module).resolve(sourceFolder).relativize(path);
    String name = below.toString().replace('\\', '/').replace('/', '.');
    return name.substring(0, name.length() - ".java".length());
  }

  /** The package the file's folder stands for. */
  String packageName() {
    String name = className();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  String text() {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  /** The text with comments, strings and character constants blanked out, lines kept. */
  String code() {
    return JavaText.withoutCommentsAndStrings(text());
  }
}
