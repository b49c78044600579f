package dev.heddle.cli.daemon;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a process has that another cannot be given for one call, and that shows in files: the mask
 * of modes, the group and the other groups, and the mounts that it sees. Known on Linux.
 */
final class ProcessTraits {
  private ProcessTraits() {}

  /**
   * Returns those of this process, in the form in which the client states its own.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} where they are not known
   */
  static String own() {
    try {
      Map<String, String> status = new HashMap<>();
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        int colon = line.indexOf(':');
        status.put(line.substring(0, Math.max(0, colon)), line.substring(colon + 1).strip());
      }
      String group = words(status, "Gid").get(1);
      TreeSet<Long> groups = new TreeSet<>();
      groups.add(Long.valueOf(group));
      words(status, "Groups").forEach(each -> groups.add(Long.valueOf(each)));
      List<String> all = new ArrayList<>();
      all.add(Integer.toOctalString(Integer.parseInt(words(status, "Umask").getFirst(), 8)));
      all.add(Files.readSymbolicLink(Path.of("/proc/self/ns/mnt")).toString());
      all.add(group);
      groups.forEach(each -> all.add(each.toString()));
      return String.join(" ", all);
    } catch (IOException | RuntimeException e) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot run a daemon on this system: it needs Linux's /proc; use heddle without it",
          e);
    }
  }

  private static List<String> words(Map<String, String> status, String name) {
    String value = status.getOrDefault(name, "");
    return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
  }
}
