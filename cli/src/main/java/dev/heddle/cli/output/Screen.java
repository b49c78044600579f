package dev.heddle.cli.output;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The terminal that output goes to.
 *
 * @param rows its height in lines
 * @param columns its width in characters
 */
public record Screen(int rows, int columns) {
  private static final Screen USUAL = new Screen(24, 80);
  private static final Pattern SIZE = Pattern.compile("(\\d{1,5}) (\\d{1,5})\\s*");
  private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

  /** Returns a screen of a size that a terminal states; one that states none has the usual one. */
  public static Screen of(int rows, int columns) {
    return rows <= 0 || columns <= 0 ? USUAL : new Screen(rows, columns);
  }

  /** Returns the terminal that stdout is, if it is one. */
  public static Optional<Screen> ofStdout() {
    return isTerminal(1) ? Optional.of(size(link(1))) : Optional.empty();
  }

  /** Returns the terminal that stderr is, if it is one that can move its cursor. */
  public static Optional<Screen> ofStderr() {
    if (!isTerminal(2) || "dumb".equals(System.getenv("TERM"))) {
      return Optional.empty();
    }
    return Optional.of(size(link(2)));
  }

  /** Returns the terminal of a path, if it is one. */
  public static Optional<Screen> ofPath(String path) {
    return isTerminal(path) ? Optional.of(size(path)) : Optional.empty();
  }

  /** Returns whether a path is a terminal's. */
  public static boolean isTerminal(String path) {
    return TERMINAL.matcher(path).matches();
  }

  /** Returns whether stdin is a terminal. */
  public static boolean isStdin() {
    return isTerminal(0);
  }

  private static boolean isTerminal(int descriptor) {
    String target = link(descriptor);
    return target == null
        ? System.console() != null && System.console().isTerminal() // there is no such folder
        : isTerminal(target);
  }

  private static @Nullable String link(int descriptor) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  private static Screen size(@Nullable String terminal) {
    try {
      Process process =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File(terminal == null ? "/dev/tty" : terminal))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher matcher = SIZE.matcher(text);
      if (process.waitFor(1, TimeUnit.SECONDS) && matcher.matches()) {
        return of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      }
    } catch (IOException e) {
      return USUAL; // there is no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return USUAL;
  }
}
