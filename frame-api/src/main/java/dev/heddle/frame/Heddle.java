package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.DatabaseAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.EngineProvider;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * Where everything starts.
 *
 * {@snippet class="dev.heddle.frame.SnippetsTest" region="open"}
 */
public final class Heddle {
  private Heddle() {}

  /**
   * Returns a session that works in this process with the default options; the caller closes it.
   */
  public static Session local() {
    return local(SessionOptions.defaults());
  }

  /**
   * Returns a session in this process over the lasting database of a folder, which is made if it is
   * not there; the caller closes it. See {@link Session#openDatabase}.
   */
  public static Session open(Path folder) {
    return open(folder, DatabaseAccess.WRITE, SessionOptions.defaults());
  }

  /** Returns a session of other options over a database likewise. */
  public static Session open(Path folder, DatabaseAccess access, SessionOptions options) {
    Session session = local(options);
    try {
      session.openDatabase(folder, access);
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Returns a session whose queries a cluster runs; the caller closes it.
   *
   * <p>Planning, and the result's way to the caller, stay in this process; files are read and
   * operators run on the cluster's workers, which must reach the same paths.
   *
   * @param address where the cluster's scheduler listens, such as {@code heddle://host:port}
   * @throws HeddleException {@code INVALID_ARGUMENT} for an address that is none, {@code IO} if
   *     nobody listens there, {@code REFUSED} if the cluster does not want this process
   */
  public static Session connect(String address) {
    return local(
        SessionOptions.defaults()
            .withCluster(ClusterOptions.of(requireNonNull(address, "address is null"))));
  }

  /**
   * Returns a session that is planned in this process, and runs here or on the cluster that the
   * options name; the caller closes it.
   *
   * @throws HeddleException {@code NOT_FOUND} if the engine is not on the class path
   */
  public static Session local(SessionOptions options) {
    requireNonNull(options, "options is null");
    Iterator<EngineProvider> providers =
        ServiceLoader.load(EngineProvider.class, Heddle.class.getClassLoader()).iterator();
    if (!providers.hasNext()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot open a session: no engine is on the class path; depend on dev.heddle:heddle");
    }
    return new Session(providers.next().open(options), options);
  }
}
