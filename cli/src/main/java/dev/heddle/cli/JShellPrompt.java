package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.Session;
import dev.heddle.kernel.java.JavaSnippets;
import dev.heddle.kernel.java.OpenSession;
import dev.heddle.kernel.java.SnippetException;
import dev.heddle.kernel.java.SnippetResult;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.prefs.Preferences;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.tool.JavaShellToolBuilder;

/**
 * What names classes of the JDK's tool, which a JRE does not have, and of the kernel's snippets.
 */
final class JShellPrompt {
  private static final Pattern EXIT = Pattern.compile("/ex(?:i|it)?(?:\\s+(\\d{1,3}))?");

  private static final String MODE =
      """
      /set mode heddle normal -command
      /set truncation heddle 50000 expression,varvalue
      /set prompt heddle 'heddle> ' '   ...> '
      /set format heddle display '{value}' expression
      /set mode heddle -retain
      /set feedback -retain heddle
      /exit
      """;

  private static final String MODE_KEY = "heddle-mode";
  private static final int MODE_VERSION = 1;

  private JShellPrompt() {}

  /** Runs the tool at a terminal until it is left. */
  static int prompt(Session session) throws Exception {
    OpenSession.set(session);
    List<String> lines = new ArrayList<>(OpenSession.IMPORTS);
    lines.add(OpenSession.DECLARATION);
    Preferences kept = Preferences.userRoot().node("dev/heddle/jshell");
    if (kept.getInt(MODE_KEY, 0) < MODE_VERSION) {
      keepMode(kept);
    }
    Path startup = Files.createTempFile("heddle-jshell", ".jsh");
    try {
      Files.write(startup, lines, UTF_8);
      System.out.println("Heddle on jshell: the variable session is ready; /exit or Ctrl-D leaves");
      return JavaShellToolBuilder.builder()
          .interactiveTerminal(true)
          .persistence(kept)
          .start("--execution", "local", "--startup", startup.toString());
    } finally {
      Files.deleteIfExists(startup);
    }
  }

  /**
   * Makes the feedback mode in which tables are shown whole. The tool runs its startup before there
   * are modes, and takes those up that an earlier session kept.
   */
  private static void keepMode(Preferences kept) throws Exception {
    OutputStream nobody = OutputStream.nullOutputStream();
    JavaShellToolBuilder.builder()
        .persistence(kept)
        .in(new ByteArrayInputStream(MODE.getBytes(UTF_8)), null)
        .out(new PrintStream(nobody, false, UTF_8))
        .err(new PrintStream(nobody, false, UTF_8))
        .start("--execution", "local", "--no-startup");
    kept.putInt(MODE_KEY, MODE_VERSION);
  }

  /** Runs what is piped in up to its end, {@code /exit} or the first error. */
  static int pipe(Session session, InputStream input, PrintWriter out, PrintWriter err)
      throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(input, UTF_8));
    try (JavaSnippets java = new JavaSnippets(session)) {
      StringBuilder text = new StringBuilder();
      int begin = 1;
      int number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (text.isEmpty()) {
          begin = number;
          Matcher exit = EXIT.matcher(line.strip());
          if (exit.matches()) {
            return exit.group(1) == null ? 0 : Integer.parseInt(exit.group(1)) & 255;
          }
          if (line.strip().startsWith("/") && !line.strip().matches("/[/*].*")) {
            err.println(
                "error: Cannot run " + line.strip() + ": of jshell's commands a pipe takes /exit");
            return 1;
          }
        }
        text.append(line).append('\n');
        if (java.isComplete(text.toString())) {
          if (!run(java, text.toString(), begin, out, err)) {
            return 1;
          }
          text.setLength(0);
        }
      }
      return run(java, text.toString(), begin, out, err) ? 0 : 1;
    }
  }

  private static boolean run(
      JavaSnippets java, String text, int line, PrintWriter out, PrintWriter err) {
    try {
      java.run("\n".repeat(line - 1) + text, 1, result -> show(result, out));
      return true;
    } catch (SnippetException e) {
      out.flush();
      err.println("error: " + e.name() + ": " + e.getMessage());
      e.frames().forEach(each -> err.println("  " + each.replace("cell 1, ", "")));
      return false;
    } finally {
      System.out.flush();
      out.flush();
    }
  }

  /** Prints a value as the tool does, tables on lines of their own. */
  private static void show(SnippetResult result, PrintWriter out) {
    String text =
        result.value() instanceof String string
            ? '"' + string.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"'
            : String.valueOf(result.value());
    out.print(result.name() + " ==> " + (text.indexOf('\n') >= 0 ? "\n" : "") + text);
    out.print(text.endsWith("\n") ? "" : "\n");
    out.flush();
  }
}
