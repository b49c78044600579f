package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster runs the queries of a session.
 *
 * @param host where its scheduler listens
 * @param port where its scheduler listens
 * @param security folder with the cluster's {@code token} and {@code ca.pem}; null for a cluster of
 *     this user on a loopback address, whose token is found by its port
 * @param priority tasks of queries with a higher one start first
 * @param weight how many slots a query gets in proportion to others of its priority, at least 1
 */
public record ClusterOptions(
    String host, int port, @Nullable Path security, int priority, int weight) {
  private static final String SCHEME = "heddle";

  /** Checks the port and the weight. */
  public ClusterOptions {
    requireNonNull(host, "host is null");
    if (port < 1 || port > 65_535) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use port " + port + " of cluster " + host + ": ports are 1 to 65535");
    }
    if (weight < 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot run queries of weight " + weight + ": the least weight is 1");
    }
  }

  /**
   * Reads an address such as {@code heddle://host:port} or {@code host:port}.
   *
   * @throws HeddleException {@code INVALID_ARGUMENT} if it is none
   */
  public static ClusterOptions of(String address) {
    requireNonNull(address, "address is null");
    try {
      URI uri = new URI(address.contains("://") ? address : SCHEME + "://" + address);
      if (SCHEME.equals(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() > 0
          && (uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
        return new ClusterOptions(uri.getHost(), uri.getPort(), null, 0, 1);
      }
    } catch (URISyntaxException e) {
      throw unreadable(address, e);
    }
    throw unreadable(address, null);
  }

  private static HeddleException unreadable(String address, @Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot read cluster address \"" + address + "\": write heddle://host:port or host:port",
        cause);
  }

  /** Returns these options with a folder that holds the cluster's token and authority. */
  public ClusterOptions withSecurity(Path folder) {
    return new ClusterOptions(host, port, folder, priority, weight);
  }

  /** Returns these options with another priority; tasks of queries with a higher one go first. */
  public ClusterOptions withPriority(int newPriority) {
    return new ClusterOptions(host, port, security, newPriority, weight);
  }

  /** Returns these options with another weight among queries of the same priority. */
  public ClusterOptions withWeight(int newWeight) {
    return new ClusterOptions(host, port, security, priority, newWeight);
  }
}
