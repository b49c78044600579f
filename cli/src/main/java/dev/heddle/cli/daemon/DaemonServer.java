package dev.heddle.cli.daemon;

import dev.heddle.cli.daemon.Frames.Frame;
import dev.heddle.cli.output.ErrorText;
import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.warmup.Warmup;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers calls until it is told to stop, or nobody calls for a while. */
public final class DaemonServer {
  private static final int MAX_NOTES = 1000;

  private final DaemonFolder folder;
  private final CallFitness fitness;
  private final Duration idle;
  private final CommandRunner runner;
  private final Warmup warmup;
  private final long begun = System.nanoTime();

  // all below are guarded by this
  private final Set<ServedCall> running = new HashSet<>();
  private long answered;
  private long notes;
  private long lastEnd;
  private boolean isStopping;

  /**
   * Makes a server.
   *
   * @param build identifies jars, JDK and flags; a caller with another one is not answered
   * @param idle how long it goes on without a call
   * @param warmup runs before it serves
   */
  public DaemonServer(
      DaemonFolder folder, String build, Duration idle, CommandRunner runner, Warmup warmup) {
    this.folder = folder;
    this.fitness = new CallFitness(build, ProcessTraits.own(), System.getenv());
    this.idle = idle;
    this.runner = runner;
    this.warmup = warmup;
  }

  /**
   * Serves, and returns when that is over.
   *
   * @throws HeddleException with code {@code CONFLICT} if another server of this user's does
   */
  public void serve() throws IOException {
    Optional<FileChannel> lock = folder.take();
    if (lock.isEmpty()) {
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot serve in " + folder.path() + ": another daemon does; stop it first");
    }
    try (FileChannel _ = lock.get();
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      warmup.run();
      folder.bind(server);
      Thread accepting = new Thread(() -> accept(server), "heddle-accept");
      accepting.setDaemon(true);
      accepting.start();
      awaitStop();
      Files.deleteIfExists(folder.socket());
      stopCalls();
    }
  }

  private void accept(ServerSocketChannel server) {
    try {
      while (true) {
        SocketChannel channel = server.accept();
        Thread connection = new Thread(() -> serve(channel), "heddle-connection");
        connection.setDaemon(true);
        connection.start();
      }
    } catch (IOException e) {
      stop(); // it was closed, or the system lets nobody in any longer
    }
  }

  private void serve(SocketChannel channel) {
    try (Frames frames = new Frames(channel)) {
      Optional<Frame> first = frames.read();
      if (first.isPresent()) {
        answer(frames, CallRequest.of(first.get().content()));
      }
    } catch (IOException | HeddleException e) {
      note("a connection broke: " + ErrorText.oneLine(e));
    }
  }

  /** Writes a line into the log, which does not grow for ever. */
  private synchronized void note(String line) {
    if (notes++ < MAX_NOTES) {
      System.err.println(line);
    }
  }

  private void answer(Frames frames, CallRequest request) throws IOException {
    switch (request.verb()) {
      case "status" -> frames.write('O', status());
      case "stop" -> {
        stop();
        frames.write('O', "stopping\n");
      }
      case "run" -> run(frames, request);
      default -> frames.write('P', "");
    }
  }

  private void run(Frames frames, CallRequest request) throws IOException {
    Optional<String> objection = fitness.objection(request);
    if (objection.isPresent()) {
      note("a call was not taken: " + objection.get());
      frames.write('P', "");
      return;
    }
    ServedCall call = new ServedCall(frames, request, runner);
    if (!begin(call)) {
      frames.write('P', "");
      return;
    }
    try {
      call.serve();
    } finally {
      end(call);
    }
  }

  private synchronized boolean begin(ServedCall call) {
    return !isStopping && running.add(call);
  }

  private synchronized void end(ServedCall call) {
    running.remove(call);
    answered++;
    lastEnd = System.nanoTime();
    notifyAll();
  }

  private synchronized void stop() {
    isStopping = true;
    notifyAll();
  }

  private synchronized void awaitStop() {
    lastEnd = System.nanoTime();
    try {
      while (!isStopping) {
        long left = idle.toNanos() - (System.nanoTime() - lastEnd);
        if (!running.isEmpty()) {
          wait();
        } else if (left > 0) {
          wait(Duration.ofNanos(left).toMillis() + 1);
        } else {
          isStopping = true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopCalls() {
    List<ServedCall> calls;
    synchronized (this) {
      calls = List.copyOf(running);
    }
    calls.forEach(ServedCall::stop);
  }

  private synchronized String status() {
    MemoryLedger ledger = SessionEngineProvider.memory();
    Runtime runtime = Runtime.getRuntime();
    return String.join(
        "\n",
        "heddle daemon serves at " + folder.socket(),
        "pid        " + ProcessHandle.current().pid(),
        "build      " + fitness.build(),
        "uptime     " + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s",
        "calls      " + answered + " answered, " + running.size() + " running",
        "memory     "
            + mebibytes(ledger.usedBytes())
            + " of "
            + mebibytes(ledger.limitBytes())
            + " off-heap, "
            + mebibytes(runtime.totalMemory() - runtime.freeMemory())
            + " of "
            + mebibytes(runtime.maxMemory())
            + " heap",
        "idle exit  after " + idle.toSeconds() + " s without a call",
        "");
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
