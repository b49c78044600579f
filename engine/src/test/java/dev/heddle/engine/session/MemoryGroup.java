package dev.heddle.engine.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A memory cgroup of version 1 or 2 below this process's own, in which a child process is killed
 * that needs more than a limit, pages of files and of the JVM included.
 *
 * <p>Where the system gives no right to make one there is none. Closing it removes it.
 */
final class MemoryGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  private final Path folder;
  private final boolean isFirstVersion;

  private MemoryGroup(Path folder, boolean isFirstVersion) {
    this.folder = folder;
    this.isFirstVersion = isFirstVersion;
  }

  /** Makes one if this process may. */
  static Optional<MemoryGroup> open(String name, long limitBytes) {
    try {
      List<String> own = Files.readAllLines(Path.of("/proc/self/cgroup"));
      for (String line : own) {
        String[] parts = line.split(":", 3);
        boolean isFirst = List.of(parts[1].split(",")).contains("memory");
        Path root = isFirst ? ROOT.resolve("memory") : ROOT;
        Path parent = root.resolve(parts[2].substring(1));
        boolean isSecond = parts[1].isEmpty() && Files.exists(parent.resolve("cgroup.controllers"));
        if (isFirst || isSecond) {
          Path folder = Files.createDirectory(parent.resolve(name));
          MemoryGroup group = new MemoryGroup(folder, isFirst);
          if (group.limit(limitBytes)) {
            return Optional.of(group);
          }
          group.close();
        }
      }
    } catch (IOException e) {
      return Optional.empty(); // no such files, or no right to write them
    }
    return Optional.empty();
  }

  private boolean limit(long bytes) {
    try {
      Files.writeString(
          folder.resolve(isFirstVersion ? "memory.limit_in_bytes" : "memory.max"),
          Long.toString(bytes));
      if (!isFirstVersion) {
        Files.writeString(folder.resolve("memory.swap.max"), "0");
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns a command that enters the group and then becomes another one. */
  List<String> entering() {
    return List.of(
        "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder.resolve("cgroup.procs").toString());
  }

  /** Returns how often a process in the group was killed for its memory. */
  long kills() throws IOException {
    Path file = folder.resolve(isFirstVersion ? "memory.oom_control" : "memory.events");
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("oom_kill ")) {
        return Long.parseLong(line.substring("oom_kill ".length()).strip());
      }
    }
    return 0;
  }

  /** Returns the most memory that was in use at once, or -1 if the system does not tell. */
  long peakBytes() {
    Path file = folder.resolve(isFirstVersion ? "memory.max_usage_in_bytes" : "memory.peak");
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder);
  }
}
