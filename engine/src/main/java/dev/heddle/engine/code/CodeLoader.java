package dev.heddle.engine.code;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads the user's classes: those of the archives ahead of the worker's own of the same name, but
 * for the classes that both sides share.
 */
final class CodeLoader extends URLClassLoader {
  private static final List<String> SHARED =
      List.of("java.", "javax.", "dev.heddle.frame.", "org.apache.arrow.", "org.jspecify.");

  static {
    registerAsParallelCapable();
  }

  CodeLoader(String name, List<URL> archives, ClassLoader parent) {
    super(name, archives.toArray(URL[]::new), parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      if (found == null) {
        try {
          found = findClass(name);
        } catch (ClassNotFoundException e) {
          return super.loadClass(name, resolve);
        }
      }
      if (resolve) {
        resolveClass(found);
      }
      return found;
    }
  }
}
