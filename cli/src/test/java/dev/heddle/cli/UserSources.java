package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.function.ScalarUdf;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles classes that no process has on its class path, and loads them in this one. */
final class UserSources implements AutoCloseable {
  private final Path folder;
  private final List<URLClassLoader> loaders = new ArrayList<>();
  private int made;

  UserSources(Path folder) {
    this.folder = folder;
  }

  /** Compiles sources of package {@code shop} and returns the folder of their classes. */
  Path classes(List<Path> with, String... sources) throws IOException {
    Path home = Files.createDirectories(folder.resolve("code" + made++));
    Path out = Files.createDirectory(home.resolve("classes"));
    List<Path> files = new ArrayList<>();
    for (String source : sources) {
      String name = source.substring(source.indexOf("class ") + 6).split("\\W")[0];
      files.add(Files.writeString(home.resolve(name + ".java"), "package shop;\n" + source));
    }
    List<String> path = new ArrayList<>(List.of(System.getProperty("java.class.path")));
    with.forEach(jar -> path.add(jar.toString()));
    List<String> flags =
        List.of("-d", out.toString(), "-proc:none", "-cp", String.join(File.pathSeparator, path));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean isCompiled;
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      isCompiled =
          compiler
              .getTask(
                  messages, manager, null, flags, null, manager.getJavaFileObjectsFromPaths(files))
              .call();
    }
    assertThat(isCompiled).as(messages.toString()).isTrue();
    return out;
  }

  /** Compiles sources into a jar. */
  Path jar(List<Path> with, String... sources) throws IOException {
    Path classes = classes(with, sources);
    Path jar = classes.resolveSibling("shop.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
        out.closeEntry();
      }
    }
    return jar;
  }

  /** Loads a class of package {@code shop} from jars and folders. */
  Class<? extends ScalarUdf> load(String name, Path... from) throws Exception {
    URL[] urls = new URL[from.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = from[i].toUri().toURL();
    }
    URLClassLoader loader = new URLClassLoader(urls);
    loaders.add(loader);
    return loader.loadClass("shop." + name).asSubclass(ScalarUdf.class);
  }

  @Override
  public void close() {
    for (URLClassLoader loader : loaders) {
      try {
        loader.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
