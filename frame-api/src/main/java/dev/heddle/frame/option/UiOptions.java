package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a session shows its queries to browsers; see {@link SessionOptions#withUi(int)}.
 *
 * @param host name or address to listen at; one that others reach needs {@code security}
 * @param port 0 takes a free one
 * @param security folder with a token and the key of this process for TLS, see {@link
 *     ClusterOptions#security()}; null means none
 * @param history folder where the last 1,000 queries are kept across restarts; null means one in
 *     the user's cache folder
 */
public record UiOptions(String host, int port, @Nullable Path security, @Nullable Path history) {
  private static final int MAX_PORT = 65_535;
  private static final String LOOPBACK = "127.0.0.1";

  /** Checks the range of the port. */
  public UiOptions {
    requireNonNull(host, "host is null");
    if (port < 0 || port > MAX_PORT) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot set option ui.port to "
              + port
              + ": it must be at most "
              + MAX_PORT
              + ", or 0 for a free one");
    }
  }

  /** Returns a port of the loopback address. */
  public static UiOptions ofPort(int port) {
    return new UiOptions(LOOPBACK, port, null, null);
  }

  /** Returns these options with a name or address to listen at. */
  public UiOptions withHost(String newHost) {
    return new UiOptions(newHost, port, security, history);
  }

  /** Returns these options with a folder that has a token and a key for TLS. */
  public UiOptions withSecurity(Path newSecurity) {
    return new UiOptions(host, port, newSecurity, history);
  }

  /** Returns these options with a folder for the last queries. */
  public UiOptions withHistory(Path newHistory) {
    return new UiOptions(host, port, security, newHistory);
  }
}
