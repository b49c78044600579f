package dev.heddle.flight;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.shuffle.net.Security;
import io.grpc.netty.NettyServerBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Serves a session's tables and queries over Arrow Flight and Flight SQL until it is closed; the
 * session stays the caller's. What clients may ask is in the package documentation.
 *
 * <p>A client that is let in may read the session's tables and views, wherever their files are, and
 * change its tables in memory. Which paths it reads and writes, and whether it changes anything, is
 * said by a {@link SessionAccess}; without one it uses no path.
 */
public final class ResultServer implements AutoCloseable {
  /** This number of bytes may be on their way to a client before the query waits. */
  private static final int MAX_UNSENT_BYTES = 1 << 20;

  private static final int MAX_REQUEST_BYTES = 4 << 20; // texts of queries
  private static final long END_MILLIS = 10_000;

  /** gRPC asks a silent client whether it is there after this time at the earliest. */
  private static final long MIN_SILENT_NANOS = 10_000_000_000L;

  private final BufferAllocator requests = new RootAllocator();
  private final Calls calls = new Calls();
  private final ClientSessions sessions;
  private final FlightServer server;
  private final InetSocketAddress address;

  /**
   * Starts to serve.
   *
   * @param bind where to listen; port 0 takes a free one
   * @param security token and TLS; needed unless only this host can reach the address
   * @throws HeddleException if that is missing, or the address cannot be listened at, or the JVM
   *     was started without the flag that Arrow Flight needs ({@code MISSING_LAUNCH_FLAG})
   */
  public ResultServer(Session session, InetSocketAddress bind, Security security) {
    this(session, bind, security, SessionAccess.toPaths(List.of()), SessionLimits.DEFAULTS);
  }

  /**
   * Starts to serve with other rights of its clients, and other limits.
   *
   * @param access what each client may use
   */
  public ResultServer(
      Session session,
      InetSocketAddress bind,
      Security security,
      SessionAccess access,
      SessionLimits limits) {
    this(session, bind, security, access, limits, System::nanoTime);
  }

  /** Starts to serve with another clock for what expires. */
  ResultServer(
      Session session,
      InetSocketAddress bind,
      Security security,
      SessionAccess access,
      SessionLimits limits,
      LongSupplier nanos) {
    LaunchFlag.check();
    security.checkBind(bind);
    sessions = new ClientSessions(session, access, limits, nanos);
    CallTagging tagging = new CallTagging(sessions::ended);
    ClientCall.Factory clientCalls = new ClientCall.Factory(sessions);
    Consumer<NettyServerBuilder> transport =
        builder -> {
          // a client that vanished does not close
          long silent = limits.keepAlive().toNanos();
          long asked = Math.max(silent / 2, MIN_SILENT_NANOS);
          builder.keepAliveTime(asked, TimeUnit.NANOSECONDS);
          builder.keepAliveTimeout(silent - asked, TimeUnit.NANOSECONDS);
          tagging.addTo(builder);
          security.tls().ifPresent(tls -> builder.sslContext(sslContext(tls)));
        };
    server =
        FlightServer.builder(
                requests,
                Location.forGrpcInsecure(bind.getHostString(), bind.getPort()),
                new SqlProducer(sessions, calls, requests))
            .headerAuthenticator(new TokenCheck(security))
            .middleware(clientCalls.key(), clientCalls)
            .backpressureThreshold(MAX_UNSENT_BYTES)
            .maxInboundMessageSize(MAX_REQUEST_BYTES)
            .transportHint("grpc.builderConsumer", transport)
            .build();
    try {
      server.start();
    } catch (IOException e) {
      requests.close();
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot listen at " + bind.getHostString() + ":" + bind.getPort() + ": " + e.getMessage(),
          e);
    }
    address = new InetSocketAddress(bind.getAddress(), server.getPort());
    sessions.start();
  }

  private static JdkSslContext sslContext(SSLContext tls) {
    return new JdkSslContext(
        tls,
        false,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2),
        ClientAuth.NONE,
        new String[] {"TLSv1.3"},
        false);
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** Returns what it holds for its clients now. */
  public ResultServerStatus status() {
    return sessions.status();
  }

  /** Returns the results that are on their way. */
  Calls calls() {
    return calls;
  }

  /** Returns the sessions of the clients. */
  ClientSessions sessions() {
    return sessions;
  }

  /** Cancels what is on its way, and ends. */
  @Override
  public void close() {
    server.shutdown();
    try {
      calls.close(END_MILLIS);
      sessions.close();
      server.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      requests.close();
    }
  }
}
