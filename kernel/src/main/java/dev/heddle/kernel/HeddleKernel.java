package dev.heddle.kernel;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import io.github.spencerpark.jupyter.channels.JupyterConnection;
import io.github.spencerpark.jupyter.channels.JupyterSocket;
import io.github.spencerpark.jupyter.kernel.KernelConnectionProperties;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;

/** The process that Jupyter starts for a notebook. */
public final class HeddleKernel {
  private static final long END_MILLIS = 3_000;
  private static final String PARENT = "JPY_PARENT_PID"; // Jupyter's name for its own process

  private HeddleKernel() {}

  /**
   * Serves a notebook until a front end asks the kernel to end, or Jupyter's process is gone.
   *
   * @param session stays the caller's; its queries are cancelled at the end
   * @param connection the file in which Jupyter says where to listen
   * @throws HeddleException with code {@code IO} or {@code INVALID_ARGUMENT} if the file cannot be
   *     used
   */
  public static void run(Session session, Path connection) throws InterruptedException {
    JupyterSocket.JUPYTER_LOGGER.setLevel(Level.OFF);
    JupyterConnection sockets = open(connection);
    PrintStream out = System.out;
    PrintStream err = System.err;
    try (NotebookKernel kernel = new NotebookKernel(session)) {
      kernel.becomeHandlerForConnection(sockets);
      System.setOut(kernel.output().out());
      System.setErr(kernel.output().err());
      watchParent(kernel);
      sockets.connect();
      kernel.awaitShutdown();
      Thread end = new Thread(sockets::waitUntilClose, "heddle-kernel-end");
      end.setDaemon(true);
      end.start();
      end.join(END_MILLIS); // the reply is sent meanwhile
      session.cancelAll();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static JupyterConnection open(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read the connection file " + file + ": " + e + "; Jupyter makes it and names it",
          e);
    }
    try {
      KernelConnectionProperties where = KernelConnectionProperties.parse(text);
      if (where == null || where.getTransport() == null) {
        throw notConnection(file, null);
      }
      return new KernelSockets(where);
    } catch (GeneralSecurityException | com.google.gson.JsonParseException e) {
      throw notConnection(file, e);
    }
  }

  private static HeddleException notConnection(Path file, @Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot use " + file + ": it is no connection file of Jupyter; name the one it makes",
        cause);
  }

  /** Ends the kernel once Jupyter's process is gone, which then asks for nothing more. */
  private static void watchParent(NotebookKernel kernel) {
    String pid = System.getenv(PARENT);
    if (pid == null || !pid.matches("[1-9]\\d{0,9}")) {
      return;
    }
    ProcessHandle.of(Long.parseLong(pid))
        .ifPresent(
            parent -> {
              var unused = parent.onExit().thenRun(() -> kernel.onShutdown(false));
            });
  }
}
