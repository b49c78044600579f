package dev.heddle.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server of {@code heddle daemon} in a folder of its own, and commands that call it by the
 * launcher's client. Closing it ends the server.
 */
final class WarmServer implements AutoCloseable {
  static final Path CLIENT = Path.of("..", "bin", "heddle-call").toAbsolutePath().normalize();

  /** Printed by the launcher of a call that the server has not taken. */
  static final String PAST = "ran by itself";

  /** An argument of {@link #daemon} that has a server warmed, as users' are. */
  static final String WARMED = "warmed";

  /** Which build the servers say that they are. */
  static final String BUILD = "build-1+2";

  private final Path root;
  private final Map<String, String> environment = new HashMap<>();

  /** Makes a server's folder; nothing runs yet. */
  WarmServer(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(
        runtime(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    environment.put("XDG_RUNTIME_DIR", runtime().toString());
    Path launcher = root.resolve("launcher");
    Files.writeString(
        launcher, "#!/bin/sh\n[ \"$HEDDLE_DAEMON\" = off ] && echo '" + PAST + "' \"$@\" && cat\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Path real = root.resolve("heddle");
    StringBuilder words = new StringBuilder("#!/bin/sh\nexec");
    for (String word : java(BUILD, List.of())) {
      words.append(" '").append(word).append('\'');
    }
    Files.writeString(real, words + " \"$@\"\n");
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
  }

  Path runtime() {
    return root.resolve("run");
  }

  Path socket() {
    return runtime().resolve("heddle").resolve("socket");
  }

  static List<String> java(String build, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("@" + Path.of("..", "jvm.options").toAbsolutePath().normalize());
    words.add("-XX:TieredStopAtLevel=1");
    words.addAll(FastStarts.flags());
    words.addAll(List.of("-D" + DaemonCommand.BUILD + "=" + build, "-cp", FastStarts.classPath()));
    words.add("dev.heddle.cli.Main");
    words.addAll(arguments);
    return words;
  }

  /** Runs {@code heddle daemon}. */
  CommandRun daemon(String... arguments) throws IOException, InterruptedException {
    return daemonOf(BUILD, arguments);
  }

  /** Runs {@code heddle daemon} of a build. */
  CommandRun daemonOf(String build, String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("daemon"));
    words.addAll(List.of(arguments));
    if (arguments[0].equals("start") && !words.remove(WARMED)) {
      words.add(DaemonCommand.NO_WARM_UP);
    }
    return end(start(root, Map.of(), "", java(build, words)), "");
  }

  /** Returns the server's process id, as it reports it. */
  long pid() throws IOException, InterruptedException {
    return pid(daemon("status").out());
  }

  /** Returns the server's process id that a status has. */
  static long pid(String status) {
    return Long.parseLong(status.replaceAll("(?s).*\\npid +(\\d+)\\n.*", "$1"));
  }

  /** Returns the words of a call whose launcher only reports that it runs. */
  List<String> call(String... arguments) {
    return words(root.resolve("launcher"), BUILD, arguments);
  }

  /** Returns the words of a call whose launcher is the real command. */
  List<String> heddle(String... arguments) {
    return words(root.resolve("heddle"), BUILD, arguments);
  }

  /** Returns the words of a call of another build. */
  List<String> callOf(String build, String... arguments) {
    return words(root.resolve("launcher"), build, arguments);
  }

  private List<String> words(Path launcher, String build, String... arguments) {
    List<String> words = new ArrayList<>(List.of("perl", CLIENT.toString()));
    words.addAll(List.of(socket().toString(), build, launcher.toString()));
    words.addAll(List.of(arguments));
    return words;
  }

  /** Runs a command in a folder to its end. */
  CommandRun run(Path folder, Map<String, String> variables, String input, List<String> words)
      throws IOException, InterruptedException {
    return end(start(folder, variables, input, words), input);
  }

  /** A process and where its output goes. */
  record Started(Process process, Path out, Path err) {}

  Started start(Path folder, Map<String, String> variables, String input, List<String> words)
      throws IOException {
    Path out = Files.createTempFile(root, "out", "");
    Path err = Files.createTempFile(root, "err", "");
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("HEDDLE_"));
    builder.environment().putAll(environment);
    builder.environment().putAll(variables);
    if (input.isEmpty()) {
      builder.redirectInput(Path.of("/dev/null").toFile());
    }
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    return new Started(process, out, err);
  }

  CommandRun end(Started started, String input) throws IOException, InterruptedException {
    if (!input.isEmpty()) {
      started.process().getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
      started.process().getOutputStream().close();
    }
    if (!started.process().waitFor(5, TimeUnit.MINUTES)) {
      started.process().destroyForcibly();
      throw new AssertionError("The command did not end: " + started.process().info());
    }
    return new CommandRun(
        started.process().exitValue(),
        new String(Files.readAllBytes(started.out()), StandardCharsets.UTF_8),
        Files.readString(started.err(), StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    daemon("stop");
  }
}
