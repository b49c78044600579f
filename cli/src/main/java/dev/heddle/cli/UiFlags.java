package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.output.Screen;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.UiOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command shows its queries to browsers. */
final class UiFlags {
  private static final String LISTEN = "127.0.0.1:7440";

  @Option(
      names = "--ui",
      description = "Show queries in a browser while they run; prints the link first.")
  private boolean isShown;

  @Option(
      names = "--ui-listen",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_UI_LISTEN}",
      description =
          "Where --ui listens (HEDDLE_UI_LISTEN; default: " + LISTEN + ", or a free port).")
  private @Nullable String listen;

  @Option(
      names = "--ui-history",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_UI_HISTORY}",
      description =
          "Where the last 1,000 queries are kept (HEDDLE_UI_HISTORY; default: in the user's cache"
              + " folder).")
  private @Nullable Path history;

  /** Returns options with a dashboard, if it is asked for. */
  SessionOptions applied(SessionOptions options, @Nullable Path security) {
    if (!isShown) {
      return options;
    }
    InetSocketAddress bind =
        ProcessFlags.bindAddress("--ui-listen", listen == null ? LISTEN : listen);
    int port = listen == null && !isFree(bind) ? 0 : bind.getPort();
    UiOptions ui = UiOptions.ofPort(port).withHost(bind.getHostString());
    if (security != null && !bind.isUnresolved() && !bind.getAddress().isLoopbackAddress()) {
      ui = ui.withSecurity(security);
    }
    return options.withUi(history == null ? ui : ui.withHistory(history));
  }

  private static boolean isFree(InetSocketAddress bind) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(bind);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Prints a session's link, if it has a dashboard. */
  void print(Session session, PrintWriter err) {
    session
        .dashboard()
        .ifPresent(
            link -> {
              err.println("heddle shows queries at " + link);
              err.flush();
            });
  }

  /** Waits until Enter is pressed, if there is a dashboard and somebody at a terminal. */
  void awaitEnter(PrintWriter err) throws IOException {
    if (!isShown || !Screen.isStdin()) {
      return;
    }
    err.println("heddle goes on showing queries; press Enter to end");
    err.flush();
    int read;
    do {
      read = System.in.read();
    } while (read >= 0 && read != '\n');
  }
}
