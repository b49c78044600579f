package dev.heddle.build;

import com.google.googlejavaformat.java.Main;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that all Java sources are formatted, or formats them when started with {@code --fix}.
 *
 * <p>Runs in a JVM of its own with the compiler's packages exported to it; ends with exit code 1
 * when a file is not formatted.
 */
public final class FormatCheck {
  private FormatCheck() {}

  /** Takes {@code --check} or {@code --fix}, and works on the project around the working folder. */
  public static void main(String[] arguments) throws Exception {
    boolean fix = List.of(arguments).contains("--fix");
    List<String> call = new ArrayList<>(List.of(fix ? "--replace" : "--dry-run"));
    Path root = Sources.root();
    for (SourceFile file : Sources.all(root)) {
      call.add(file.path().toString());
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
  }
}
