package dev.heddle.cli.daemon;

import dev.heddle.cli.daemon.Frames.Frame;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.LocalFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts a user's server, asks for its state and ends it. Used by one thread. */
public final class DaemonClient {
  private static final long LOOK_AGAIN_MILLIS = 20;
  private static final long ANSWER_SECONDS = 10;
  private static final int MAX_LOG_BYTES = 2000;

  /**
   * Starts a program that a terminal's signals do not reach: in a session of its own where the
   * system has a command for that. What is ignored stays so in the program.
   */
  private static final String DETACHED =
      "trap '' INT HUP QUIT TSTP; cd \"$1\" && shift"
          + " && if command -v setsid > /dev/null; then exec setsid \"$@\"; else exec \"$@\"; fi";

  private final DaemonFolder folder;

  /** Makes a client of the server in a folder. */
  public DaemonClient(DaemonFolder folder) {
    this.folder = folder;
  }

  /**
   * Returns what the server reports of itself; nothing if none runs.
   *
   * @throws HeddleException if what listens there may be somebody else's, or does not answer
   */
  public Optional<String> status() {
    return ask("status");
  }

  /**
   * Ends the server and what it runs, and returns when it has ended; false if none runs.
   *
   * @throws HeddleException as {@link #status} does
   */
  public boolean stop() {
    if (ask("stop").isEmpty()) {
      return false;
    }
    try {
      while (true) { // the server holds its lock until its calls have ended
        Optional<FileChannel> lock = folder.take();
        if (lock.isPresent()) {
          lock.get().close();
          return true;
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
      }
    } catch (IOException e) {
      throw failed("stop", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("stop", e);
    }
  }

  /**
   * Starts a server, and returns its state when it serves.
   *
   * @param command words of the program
   * @throws HeddleException with what it has printed, if it ends at once
   */
  public String start(List<String> command) {
    folder.make();
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", DETACHED, "sh");
    builder.command().add(folder.path().toString());
    builder.command().addAll(command);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("HEDDLE_") && !name.equals("HEDDLE_CACHE"));
    try {
      Files.deleteIfExists(folder.log());
      Files.createFile(folder.log(), LocalFolders.privateFile(folder.log()));
      Process process =
          builder
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.log().toFile())
              .start();
      while (true) {
        boolean hasEnded = process.waitFor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        Optional<String> status = ask("status");
        if (status.isPresent()) {
          return status.get();
        }
        if (hasEnded) {
          throw new HeddleException(
              ErrorCode.IO, "Cannot start a daemon: it has ended; " + endOfLog());
        }
      }
    } catch (IOException e) {
      throw failed("start", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("start", e);
    }
  }

  private String endOfLog() throws IOException {
    String text = Files.readString(folder.log(), StandardCharsets.UTF_8).strip();
    return text.isEmpty()
        ? "it has printed nothing"
        : text.substring(Math.max(0, text.length() - MAX_LOG_BYTES));
  }

  private Optional<String> ask(String verb) {
    if (!Files.exists(folder.socket())) {
      return Optional.empty();
    }
    if (!folder.hasOwnSocket()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + folder.socket()
              + ": it and its folder must be this user's, with modes 0600 and 0700");
    }
    SocketChannel channel;
    try {
      channel = SocketChannel.open(folder.address());
    } catch (IOException e) {
      return Optional.empty(); // left by a server that was killed
    }
    Thread limit = Thread.ofVirtual().start(() -> closeLate(channel));
    try (Frames frames = new Frames(channel)) {
      byte[] request = CallRequest.plain(verb);
      frames.write('R', request, 0, request.length);
      Optional<Frame> answer = frames.read();
      return answer.map(Frame::text);
    } catch (AsynchronousCloseException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot reach the daemon: it has not answered for "
              + ANSWER_SECONDS
              + " s; end its process, which "
              + folder.socket()
              + " belongs to",
          e);
    } catch (IOException e) {
      throw failed(verb, e);
    } finally {
      limit.interrupt();
    }
  }

  /** Gives up a server that is stopped or stuck, as reading of a local socket does not. */
  private static void closeLate(SocketChannel channel) {
    try {
      TimeUnit.SECONDS.sleep(ANSWER_SECONDS);
      channel.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it has answered
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HeddleException failed(String verb, Exception e) {
    return new HeddleException(
        ErrorCode.IO, "Cannot " + verb + " the daemon: " + e.getMessage(), e);
  }
}
