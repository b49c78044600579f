package dev.heddle.engine.cluster.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of processes on this host, started by this one and ended with it. Used by one thread.
 *
 * <p>Each process writes its log and its files below a folder, and ends by itself when this process
 * is gone: it reads from a pipe that nobody writes to, and ends with it.
 */
public final class LocalCluster implements AutoCloseable {
  private static final long STOP_MILLIS = 60_000; // a busy machine is slow

  private final LocalClusterSettings settings;
  private final ProcessCommand command;
  private final List<Process> processes = new ArrayList<>();
  private final List<Process> workers = new ArrayList<>();
  private final List<Process> servers = new ArrayList<>();
  private Process scheduler;
  private final String address;

  /**
   * Starts a cluster and waits until all its processes have joined.
   *
   * @throws HeddleException if one of them does not start; the others have ended then
   */
  public LocalCluster(LocalClusterSettings settings, ProcessCommand command) {
    this.settings = settings;
    this.command = command;
    try {
      scheduler = start(schedulerArguments(settings.listen()), "scheduler");
      address = firstLine(scheduler, "scheduler");
      for (int i = 0; i < settings.shuffleServers(); i++) {
        servers.add(start(serverArguments(i), "shuffle-" + i));
      }
      for (int i = 0; i < settings.workers(); i++) {
        workers.add(start(workerArguments(i), "worker-" + i));
      }
      for (int i = 0; i < servers.size(); i++) {
        firstLine(servers.get(i), "shuffle-" + i);
      }
      for (int i = 0; i < workers.size(); i++) {
        firstLine(workers.get(i), "worker-" + i);
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private List<String> schedulerArguments(String listen) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "scheduler",
                "--listen",
                listen,
                "--journal",
                settings.folder().resolve("journal").toString()));
    arguments.addAll(settings.schedulerFlags());
    return arguments;
  }

  private List<String> serverArguments(int number) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "shuffle",
                "--scheduler",
                address,
                "--name",
                "shuffle-" + number,
                "--memory",
                Long.toString(settings.shuffleMemoryBytes()),
                "--folder",
                settings.folder().resolve("shuffle-" + number).toString()));
    arguments.addAll(settings.shuffleFlags());
    return arguments;
  }

  private List<String> workerArguments(int number) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "worker",
                "--scheduler",
                address,
                "--name",
                "worker-" + number,
                "--slots",
                Integer.toString(settings.slots()),
                "--threads",
                Integer.toString(settings.threads()),
                "--memory",
                Long.toString(settings.workerMemoryBytes()),
                "--spill-folder",
                settings.folder().toString()));
    arguments.addAll(settings.workerFlags());
    return arguments;
  }

  private Process start(List<String> arguments, String name) {
    List<String> all = new ArrayList<>(arguments);
    all.add("--end-with-stdin");
    if (settings.security() != null) {
      all.addAll(List.of("--security", settings.security().toString()));
    }
    try {
      Files.createDirectories(settings.folder());
      Process process =
          new ProcessBuilder(command.words(name, all))
              .redirectError(ProcessBuilder.Redirect.appendTo(log(name).toFile()))
              .start();
      processes.add(process);
      return process;
    } catch (IOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  private Path log(String name) {
    return settings.folder().resolve(name + ".log");
  }

  /** Waits for the line by which a process reports that it is ready, and returns its last word. */
  private String firstLine(Process process, String name) {
    try {
      BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
      String line = out.readLine();
      if (line == null) {
        throw new HeddleException(
            ErrorCode.IO, "Cannot start " + name + ": " + Files.readString(log(name)).strip());
      }
      return line.substring(line.lastIndexOf(' ') + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns where the scheduler listens, as {@code host:port}. */
  public String address() {
    return address;
  }

  /** Starts a scheduler where one that has ended was, and waits until it listens. */
  public Process restartScheduler() {
    scheduler = start(schedulerArguments(address), "scheduler");
    firstLine(scheduler, "scheduler");
    return scheduler;
  }

  /** Returns the scheduler's process, the last one if there were several. */
  public Process scheduler() {
    return scheduler;
  }

  /** Returns the workers' processes, the last one of each name; those that have ended too. */
  public List<Process> workers() {
    return List.copyOf(workers);
  }

  /** Returns the shuffle servers' processes, the last one of each folder. */
  public List<Process> shuffleServers() {
    return List.copyOf(servers);
  }

  /** Starts one more worker and waits until it has joined. */
  public Process addWorker() {
    Process process = startWorker();
    firstLine(process, "worker-" + (workers.size() - 1));
    return process;
  }

  /** Starts one more worker, which joins when it can. */
  public Process startWorker() {
    Process process = start(workerArguments(workers.size()), "worker-" + workers.size());
    workers.add(process);
    return process;
  }

  /**
   * Starts a worker with the name of one that has ended; it joins when it can.
   *
   * @param number of the one that has ended, in the order of their start
   */
  public Process restartWorker(int number) {
    Process process = start(workerArguments(number), "worker-" + number);
    workers.set(number, process);
    return process;
  }

  /**
   * Starts a shuffle server with the folder of one that has ended; it joins when it can.
   *
   * @param number of the one that has ended, in the order of their start
   */
  public Process restartShuffleServer(int number) {
    Process process = start(serverArguments(number), "shuffle-" + number);
    servers.set(number, process);
    return process;
  }

  /** Asks all processes to end, workers before the others; kills those that do not. */
  @Override
  public void close() {
    boolean interrupted = end(workers);
    interrupted |= end(processes.reversed());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends processes; returns whether it was interrupted meanwhile. */
  private static boolean end(List<Process> processes) {
    for (Process process : processes) {
      process.destroy(); // SIGTERM
    }
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
    for (Process process : processes) {
      try {
        if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly().waitFor();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        process.destroyForcibly();
      }
    }
    return interrupted;
  }
}
