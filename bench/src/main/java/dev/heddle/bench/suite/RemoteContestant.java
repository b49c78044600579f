package dev.heddle.bench.suite;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * An engine in a process of its own, with the class path and the JVM flags of this one, so that
 * what it uses is its own. The process ends with this one, or when it is closed.
 */
final class RemoteContestant implements Contestant {
  private static final String LOGGING = "slf4j.";

  private final String name;
  private final Process process;
  private final DataOutputStream questions;
  private final ObjectInputStream answers;

  private RemoteContestant(
      String name, Process process, DataOutputStream questions, ObjectInputStream answers) {
    this.name = name;
    this.process = process;
    this.questions = questions;
    this.answers = answers;
  }

  /** Starts a process and waits until it has opened the suite's tables. */
  static RemoteContestant start(EngineSpec spec, Suite suite, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-agentlib") && !flag.startsWith("-javaagent"))
        .forEach(command::add);
    for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
      if (name.startsWith(LOGGING)) { // which the command has chosen since its start
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            EngineHost.class.getName(),
            suite.name(),
            suite.key(),
            folder.toAbsolutePath().toString(),
            spec.engine(),
            Integer.toString(spec.threads()),
            Long.toString(spec.memoryBytes()),
            spec.api().name(),
            spec.tables().name()));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try {
        DataOutputStream questions =
            new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        ObjectInputStream answers = new ObjectInputStream(process.getInputStream());
        Measurement opened = (Measurement) answers.readObject();
        if (opened.failure() != null) {
          throw new HeddleException(ErrorCode.IO, opened.failure());
        }
        return new RemoteContestant(spec.engine(), process, questions, answers);
      } catch (IOException | ClassNotFoundException | RuntimeException e) {
        process.destroyForcibly();
        throw e;
      }
    } catch (IOException | ClassNotFoundException e) {
      throw lost(spec.engine(), e);
    }
  }

  private static HeddleException lost(String engine, Exception cause) {
    return new HeddleException(
        ErrorCode.IO,
        "Cannot go on with engine " + engine + ": its process has ended; see stderr",
        cause);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long rows(String table) {
    try {
      questions.writeInt(EngineHost.COUNT);
      questions.writeUTF(table);
      questions.flush();
      return (Long) answers.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw lost(name, e);
    }
  }

  @Override
  public Measurement ask(int question, Reply wanted) {
    try {
      questions.writeInt(question);
      questions.writeUTF(wanted.name());
      questions.flush();
      return (Measurement) answers.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw lost(name, e);
    }
  }

  @Override
  public void close() {
    try {
      questions.close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
