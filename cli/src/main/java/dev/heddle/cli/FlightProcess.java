package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Flight server beside the other processes of a cluster. */
final class FlightProcess implements AutoCloseable {
  private static final long END_SECONDS = 15;

  private final Process process;
  private final String said;

  private FlightProcess(Process process, String said) {
    this.process = process;
    this.said = said;
  }

  /**
   * Starts a server and waits until it listens.
   *
   * @param cluster whose scheduler listens there
   * @param listen where it listens
   * @param serving further arguments, of what clients may do
   * @param security the folder with its token and keys, as the cluster's
   * @param log takes what it says besides
   * @throws HeddleException with what it said, if it does not listen
   */
  static FlightProcess start(
      ProcessCommand command,
      String cluster,
      String listen,
      List<String> serving,
      @Nullable Path security,
      Path log)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("flight", "--cluster", cluster, "--listen", listen));
    arguments.addAll(serving);
    if (security != null) {
      arguments.addAll(List.of("--security", security.toString()));
    }
    Process process =
        new ProcessBuilder(command.words("flight", arguments)).redirectError(log.toFile()).start();
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = out.readLine();
    if (line == null) {
      throw new HeddleException(
          ErrorCode.IO, "Cannot serve Flight at " + listen + ": see what it said in " + log);
    }
    return new FlightProcess(process, line);
  }

  /** Returns what it has said of where it listens. */
  String said() {
    return said;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
