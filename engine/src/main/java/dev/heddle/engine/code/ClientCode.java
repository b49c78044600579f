package dev.heddle.engine.code;

import dev.heddle.engine.graph.CodeArchive;
import dev.heddle.engine.graph.CodeSource;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserCode;
import dev.heddle.frame.expr.catalogue.UserFunction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The archives with the code of a session's functions, read from jars, or packed from folders of
 * classes, when they are first asked for: what changes later does not count. Thread-safe.
 */
public final class ClientCode implements CodeSource {
  /** The largest archive, which goes in one message. */
  public static final int MAX_ARCHIVE_BYTES = 64 << 20;

  private static final long NO_TIME = 946_684_800_000L; // any, but always the same

  private final Map<Path, CodeArchive> archives = new HashMap<>(); // guarded by this

  /** Makes an empty set. */
  public ClientCode() {}

  @Override
  public synchronized List<CodeArchive> archives(UserFunction function) {
    List<CodeArchive> found = new ArrayList<>();
    found.add(archive(function, place(function)));
    found.addAll(jars(function));
    return found;
  }

  /** Returns the archives of the jars that a function names beside its class. */
  public synchronized List<CodeArchive> jars(UserFunction function) {
    List<CodeArchive> found = new ArrayList<>();
    for (Path jar : function.jars()) {
      found.add(archive(function, jar.toAbsolutePath().normalize()));
    }
    return found;
  }

  private static Path place(UserFunction function) {
    Class<?> type = function.code().type();
    if (function.code() instanceof UserCode.OfObject) {
      throw refused(
          function,
          "its code is an object in this process ("
              + type.getName()
              + "); write a public class and name that by UserFunction.of");
    }
    java.security.CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      throw refused(function, "class " + type.getName() + " is in no jar or folder");
    }
    try {
      return Path.of(source.getLocation().toURI()).toAbsolutePath().normalize();
    } catch (URISyntaxException | RuntimeException e) { // such as a jar in a jar
      throw refused(
          function,
          "class " + type.getName() + " is in " + source.getLocation() + ", which is no file");
    }
  }

  private static HeddleException refused(UserFunction function, String why) {
    return new HeddleException(
        ErrorCode.USER_CODE,
        "Cannot send function \"" + function.name() + "\" to a cluster: " + why);
  }

  private static HeddleException tooLarge(UserFunction function, Path place) {
    return refused(
        function, place + " is larger than 64 MiB; put the function's class into a jar of its own");
  }

  private CodeArchive archive(UserFunction function, Path place) {
    CodeArchive known = archives.get(place);
    if (known != null) {
      return known;
    }
    try {
      boolean isFolder = Files.isDirectory(place);
      if (!isFolder && Files.size(place) > MAX_ARCHIVE_BYTES) {
        throw tooLarge(function, place);
      }
      byte[] content = isFolder ? packed(place) : Files.readAllBytes(place);
      if (content.length > MAX_ARCHIVE_BYTES) {
        throw tooLarge(function, place);
      }
      CodeArchive archive = CodeArchive.of(content);
      archives.put(place, archive);
      return archive;
    } catch (IOException | UncheckedIOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read the code of function \"" + function.name() + "\" from " + place + ": " + e,
          e);
    }
  }

  /** Returns a jar of the files in a folder: equal files, equal bytes. */
  private static byte[] packed(Path folder) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Stream<Path> files = Files.walk(folder);
        ZipOutputStream jar = new ZipOutputStream(bytes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        ZipEntry entry =
            new ZipEntry(
                folder
                    .relativize(file)
                    .toString()
                    .replace(file.getFileSystem().getSeparator(), "/"));
        entry.setTime(NO_TIME);
        jar.putNextEntry(entry);
        Files.copy(file, jar);
        jar.closeEntry();
        if (bytes.size() > MAX_ARCHIVE_BYTES) {
          break; // refused by the caller
        }
      }
    }
    return bytes.toByteArray();
  }
}
