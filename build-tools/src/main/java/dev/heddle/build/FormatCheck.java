package dev.heddle.build;

import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that all Java sources are formatted, or formats them when started with {@code --fix}.
 *
 * <p>Runs in a JVM of its own with the compiler's packages exported to it; ends with exit code 1
 * when a file is not formatted. Files that have not changed since all were found formatted, by the
 * same version of the formatter, are left out.
 */
public final class FormatCheck {
  /** Its time is when the last run began that found nothing to complain of. */
  private static final String STAMP = "build-tools/target/formatted";

  private FormatCheck() {}

  /** Takes {@code --check} or {@code --fix}, and works on the project around the working folder. */
  public static void main(String[] arguments) throws Exception {
    boolean fix = List.of(arguments).contains("--fix");
    List<String> call = new ArrayList<>(List.of(fix ? "--replace" : "--dry-run"));
    FileTime begun = FileTime.from(Instant.now());
    Path root = Sources.root();
    Path stamp = root.resolve(STAMP);
    boolean isOther = isNewer(root.resolve("pom.xml"), stamp); // version of the formatter, perhaps
    for (SourceFile file : Sources.all(root)) {
      if (isOther || isNewer(file.path(), stamp)) {
        call.add(file.path().toString());
      }
    }
    if (call.size() == 1) {
      return;
    }
    StringWriter out = new StringWriter();
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code =
        new Main(new PrintWriter(out), err, InputStream.nullInputStream())
            .format(call.toArray(String[]::new));
    List<String> unformatted = out.toString().lines().toList();
    unformatted.forEach(name -> err.println("not formatted: " + root.relativize(Path.of(name))));
    if (!unformatted.isEmpty()) {
      err.println("Run: mvn -q -pl build-tools compile exec:exec@format");
    }
    if (code != 0 || !unformatted.isEmpty()) {
      System.exit(1);
    }
    Files.createDirectories(stamp.getParent());
    Files.writeString(stamp, "");
    Files.setLastModifiedTime(stamp, begun); // what it has formatted itself is looked at again
  }

  private static boolean isNewer(Path file, Path stamp) throws IOException {
    return !Files.exists(stamp)
        || Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(stamp)) >= 0;
  }
}
