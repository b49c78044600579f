package dev.heddle.io.parquet.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Copies the native library of zstd for this system out of its jar, for the launcher: processes
 * that receive its path neither search all jars for it nor unpack it.
 */
final class NativeLibrary {
  private NativeLibrary() {}

  /** Copies it to the file that is named, or does nothing if there is none for the system. */
  public static void main(String[] arguments) throws IOException, URISyntaxException {
    copy(Path.of(arguments[0]));
  }

  /** Returns whether there is one. */
  static boolean copy(Path target) throws IOException, URISyntaxException {
    return copy(target, System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** Copies that of a system, by the names that Java has for it and its processor. */
  static boolean copy(Path target, String system, String arch)
      throws IOException, URISyntaxException {
    String lower = system.toLowerCase(Locale.ROOT);
    String folder =
        lower.startsWith("mac") ? "darwin" : lower.startsWith("windows") ? "win" : lower;
    String prefix = folder + "/" + arch + "/libzstd-jni";
    Path jar =
        Path.of(
            ZstdDecompressCtx.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile library = new JarFile(jar.toFile())) {
      for (JarEntry entry : library.stream().toList()) {
        if (entry.getName().startsWith(prefix)) {
          try (InputStream in = library.getInputStream(entry)) {
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
          }
          return true;
        }
      }
    }
    return false;
  }
}
