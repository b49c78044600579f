package dev.heddle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a run of the command gave. */
record CommandRun(int exit, String out, String err) {
  static final String OUT = "stdout";

  private static final String ERR = "stderr";

  /**
   * Runs the command as a process of its own, as a user does.
   *
   * @param folder the process's own, in which its output is kept
   */
  static CommandRun inProcess(Path folder, String... arguments)
      throws IOException, InterruptedException {
    return inProcess(folder, FastStarts.classPath(), FastStarts.flags(), Map.of(), arguments);
  }

  /** Runs the command as a process that has other classes, JVM flags or variables. */
  static CommandRun inProcess(
      Path folder,
      String classPath,
      List<String> flags,
      Map<String, String> variables,
      String... arguments)
      throws IOException, InterruptedException {
    return of(start(folder, classPath, flags, variables, arguments), folder);
  }

  /** Waits for a process that was started in a folder. */
  static CommandRun of(Process process, Path folder) throws IOException, InterruptedException {
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("The command did not end: " + process.info());
    }
    return new CommandRun(
        process.exitValue(),
        new String(Files.readAllBytes(folder.resolve(OUT)), StandardCharsets.UTF_8),
        Files.readString(folder.resolve(ERR), StandardCharsets.UTF_8));
  }

  /** Starts the command as a process whose output is kept in its folder. */
  static Process start(
      Path folder,
      String classPath,
      List<String> flags,
      Map<String, String> variables,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Path.of("..", "jvm.options").toRealPath());
    command.add(
        "-XX:TieredStopAtLevel=1"); // the other compiler costs a short life more than it saves
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, "dev.heddle.cli.Main"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(variables);
    return builder
        .redirectOutput(folder.resolve(OUT).toFile())
        .redirectError(folder.resolve(ERR).toFile())
        .start();
  }

  /**
   * Runs a command that writes nothing to stdout in this process, which spares it the start of a
   * JVM. It must not set what is the process's, such as the memory limit.
   */
  static CommandRun here(String... arguments) {
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int exit = Main.run(arguments);
      return new CommandRun(exit, "", err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
  }
}
