package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Stdin, stdout and other open descriptors of the process by their paths, such as {@code
 * /dev/stdin}, and named pipes. What can be read once only is copied to a temporary file when it is
 * first looked at, which goes when the process ends: readers of tables look at a file in many
 * places and again. Thread-safe.
 */
final class LocalStreams {
  private static final Pattern DESCRIPTOR =
      Pattern.compile("/dev/(stdin|stdout|stderr)|(/dev|/proc/self)/fd/\\d+");
  private static final Pattern STDIN = Pattern.compile("/dev/stdin|(/dev|/proc/self)/fd/0");
  private static final Pattern STDOUT = Pattern.compile("/dev/stdout|(/dev|/proc/self)/fd/1");
  private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

  private static final Object LOCK = new Object();
  private static final Map<String, Path> COPIES = new HashMap<>(); // guarded by LOCK

  private LocalStreams() {}

  /** Returns where the bytes of a file are: in itself, unless it is a stream. */
  static Path content(Path file) {
    String name = name(file.toAbsolutePath().normalize());
    boolean isDescriptor = DESCRIPTOR.matcher(name).matches();
    boolean isStdin = STDIN.matcher(name).matches() && !hasDevices(file) && !Files.exists(file);
    if (!isDescriptor && !isOther(file)) {
      return file;
    }
    synchronized (LOCK) {
      Path known = COPIES.get(name);
      if (known != null) {
        return known;
      }
      try {
        if ((!isStdin && !isOther(file)) || (!isDescriptor && !NamedPipes.isPipe(file))) {
          return file;
        }
        checkNoTerminal(name, file);
        Path copy = copy(name, file);
        COPIES.put(name, copy);
        return copy;
      } catch (IOException e) {
        throw LocalStorage.failed("read", name, e);
      }
    }
  }

  /** Returns what a descriptor is called here, on systems without such names too. */
  static String name(Path file) {
    Path root = file.getRoot();
    return hasDevices(file) || root == null
        ? file.toString()
        : "/" + LocalPaths.text(root.relativize(file));
  }

  /** Returns whether the system shows devices as files. */
  private static boolean hasDevices(Path file) {
    return file.getFileSystem().getSeparator().equals("/");
  }

  private static boolean isOther(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  private static void checkNoTerminal(String name, Path file) throws IOException {
    String target;
    try {
      target = file.toRealPath().toString();
    } catch (NoSuchFileException e) {
      return; // a pipe has no path
    }
    if (TERMINAL.matcher(target).matches()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + name + ": it is a terminal; pipe or redirect the data into it");
    }
  }

  private static Path copy(String name, Path file) throws IOException {
    Path copy = Files.createTempFile("heddle-stream-", ".tmp");
    copy.toFile().deleteOnExit();
    try (InputStream in =
        STDIN.matcher(name).matches()
            ? new FileInputStream(FileDescriptor.in)
            : NamedPipes.read(file, NamedPipes.WAIT_MILLIS)) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return copy;
  }

  /** Returns whether what is written to a path goes to what is there, instead of in its place. */
  static boolean isWrittenInPlace(Path file) {
    return DESCRIPTOR.matcher(name(file)).matches() || isOther(file);
  }

  /** Opens what is there, behind what has been written to it. */
  static OutputStream append(Path file) throws IOException {
    return STDOUT.matcher(name(file)).matches()
        ? new FileOutputStream(FileDescriptor.out)
        : NamedPipes.write(file, NamedPipes.WAIT_MILLIS);
  }
}
