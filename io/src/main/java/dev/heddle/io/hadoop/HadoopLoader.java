package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loads a Hadoop of the user's apart from Heddle's libraries: its jars, the classes that are made
 * for it, and of Heddle's the types that both sides name and the log.
 */
public final class HadoopLoader extends URLClassLoader {
  static final String VARIABLE = "HEDDLE_HADOOP";

  private static final String SHARED = "dev.heddle.io.hadoop.files.";
  private static final String LOGGING = "org.slf4j."; // one log in a process
  private static final String CLIENT = SHARED + "client.";

  static {
    registerAsParallelCapable();
  }

  private HadoopLoader(URL[] path) {
    super("hadoop", path, getPlatformClassLoader());
  }

  /**
   * Returns the file systems of the Hadoop that the user has named, if there is one.
   *
   * @throws HeddleException if it cannot be used
   */
  static Optional<HadoopFiles> named() {
    String path = System.getenv(VARIABLE);
    return path == null || path.isBlank() ? Optional.empty() : Optional.of(of(path));
  }

  /**
   * Returns the file systems of a Hadoop.
   *
   * @param path a class path: jars, folders of jars with {@code *} at the end, and folders of
   *     configuration files, as {@code hadoop classpath} prints it
   */
  public static HadoopFiles of(String path) {
    ClassLoader loader = new HadoopLoader(urls(path));
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader); // of which Hadoop's configuration loads
    try {
      Class<?> client = Class.forName(CLIENT + "HadoopClient", true, loader);
      return (HadoopFiles) client.getConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw unusable(e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw unusable(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static HeddleException unusable(Throwable cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot use Hadoop: "
            + cause
            + "; check that "
            + VARIABLE
            + " has all of Hadoop's jars, as `hadoop classpath` prints them",
        cause);
  }

  private static URL[] urls(String path) {
    List<URL> urls = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      try {
        if (entry.endsWith("*")) {
          for (Path jar : jars(Path.of(entry.substring(0, entry.length() - 1)))) {
            urls.add(jar.toUri().toURL());
          }
        } else if (!entry.isBlank()) {
          urls.add(Path.of(entry).toUri().toURL());
        }
      } catch (MalformedURLException | IllegalArgumentException e) {
        throw unusable(e);
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static List<Path> jars(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of(); // as Java has it in a class path
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean isShared = name.startsWith(SHARED) && !name.startsWith(CLIENT);
    if (isShared || name.startsWith(LOGGING)) {
      return HadoopLoader.class.getClassLoader().loadClass(name);
    }
    return super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!name.startsWith(CLIENT)) {
      return super.findClass(name);
    }
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = HadoopLoader.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
