package dev.heddle.io.hadoop;

import dev.heddle.io.storage.RenewedLease;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Names of files that are being written: {@code .name.<machine>-<pid>-<start>-<random>.tmp}, with
 * pid in two groups.
 */
final class HiddenName {
  private static final Pattern HIDDEN =
      Pattern.compile(
          "\\.(.+)\\.([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-[0-9a-f]{12}\\.tmp");
  private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();
  private static final String[] SELF = RenewedLease.maker().split("\n", -1);

  /** Whether the maker of a hidden file lives. */
  enum Maker {
    LIVES,
    IS_DEAD,
    /** It is on another machine. */
    IS_UNKNOWN
  }

  private HiddenName() {}

  /** Returns the path of a new hidden file for a path, whose maker is this process. */
  static String begin(String path) {
    int slash = path.lastIndexOf('/');
    long pid = Long.parseLong(SELF[1]);
    String hidden =
        String.format(
            "%s/.%s.%s-%04x-%04x-%s-%012x.tmp",
            path.substring(0, slash),
            path.substring(slash + 1),
            digest(SELF[0]),
            (pid >>> 16) & 0xffff,
            pid & 0xffff,
            digest(SELF[2]).substring(4),
            ThreadLocalRandom.current().nextLong(1L << 48));
    OPEN.add(hidden);
    return hidden;
  }

  /** This process no longer writes a file. */
  static void end(String hidden) {
    OPEN.remove(hidden);
  }

  /** Returns the name of the file that one of a name is to become; nothing for other files. */
  static Optional<String> shown(String name) {
    Matcher matcher = HIDDEN.matcher(name);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Returns whether the maker of a hidden file lives. */
  static Maker maker(String hidden) {
    Matcher name = HIDDEN.matcher(hidden.substring(hidden.lastIndexOf('/') + 1));
    if (!name.matches() || SELF[0].isEmpty() || !name.group(2).equals(digest(SELF[0]))) {
      return Maker.IS_UNKNOWN;
    }
    long pid = HexFormat.fromHexDigits(name.group(3) + name.group(4));
    boolean isSelf =
        pid == Long.parseLong(SELF[1]) && name.group(5).equals(digest(SELF[2]).substring(4));
    boolean lives = isSelf ? OPEN.contains(hidden) : isRunning(pid, name.group(5));
    return lives ? Maker.LIVES : Maker.IS_DEAD;
  }

  private static boolean isRunning(long pid, String start) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(process -> process.info().startInstant().map(Instant::toString).orElse(""))
        .filter(begun -> digest(begun).substring(4).equals(start))
        .isPresent();
  }

  private static String digest(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", sum.getValue());
  }
}
