package dev.heddle.spark.bridge;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;
import java.util.List;

/**
 * Has Heddle's libraries apart from Spark's, of which many are the same in other versions. Classes
 * of Spark, Scala and the JDK, of the public frames with Arrow, of this package and of Hadoop's
 * files are the parent's, so that both sides mean the same by them; all others come from Heddle's
 * own jars, or from the JDK, and never from the parent. There is one in a process.
 */
public final class HeddleLoader extends URLClassLoader {
  private static final List<String> SHARED =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "scala.",
          "org.apache.spark.",
          "org.slf4j.",
          "org.apache.arrow.",
          "com.google.flatbuffers.",
          "org.jspecify.", // which codecs read on frames' records
          "dev.heddle.frame.",
          "dev.heddle.io.hadoop.files.",
          "dev.heddle.spark.bridge.",
          "dev.heddle.spark.hadoop.");

  static {
    registerAsParallelCapable();
  }

  /** Made when it is first used. */
  private static final class Holder {
    static final HeddleLoader LOADER =
        new HeddleLoader(HeddleJars.unpacked(), HeddleLoader.class.getClassLoader());
  }

  private HeddleLoader(List<URL> jars, ClassLoader parent) {
    super("heddle", jars.toArray(URL[]::new), parent);
  }

  /** Returns the one of this process. */
  public static HeddleLoader instance() {
    return Holder.LOADER;
  }

  /** Makes an object of a class of Heddle's that this package knows by a type of its own. */
  public static <T> T make(Class<T> type, String name) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(instance());
    try {
      return type.cast(instance().loadClass(name).getConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Heddle's jars have no " + name, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    for (String shared : SHARED) {
      if (name.startsWith(shared)) {
        return super.loadClass(name, resolve);
      }
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      if (found == null) {
        found = own(name);
      }
      if (resolve) {
        resolveClass(found);
      }
      return found;
    }
  }

  private Class<?> own(String name) throws ClassNotFoundException {
    try {
      return findClass(name);
    } catch (ClassNotFoundException e) {
      return getPlatformClassLoader().loadClass(name);
    }
  }

  @Override
  public URL getResource(String name) {
    return findResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
