package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;

/** Opens and closes channels to servers. Stateless. */
final class Channels {
  /** Servers end channels that probe them more often than each five minutes. */
  private static final long PROBE_SECONDS = 300;

  private static final long ANSWER_SECONDS = 20;
  private static final long MAX_LOOKS = 3_000; // half a minute, more than any thread waits
  private static final long LOOK_MILLIS = 10;

  private Channels() {}

  /**
   * Makes a client, which connects when it is first used.
   *
   * @param allocator of what it receives, stays the caller's
   * @throws HeddleException if the authority's file cannot be read
   */
  static FlightSqlClient open(RemoteUrl url, BufferAllocator allocator) {
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(url.host(), url.port(), credentials(url))
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .maxTraceEvents(0)
            .disableRetry() // Arrow's messages can be written once: a second try would send others
            .keepAliveTime(PROBE_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
            .build();
    List<FlightClientMiddleware.Factory> middleware = new ArrayList<>();
    middleware.add(new ClientCookieMiddleware.Factory());
    String credentials = url.credentials();
    if (credentials != null) {
      middleware.add(_ -> new Login(credentials));
    }
    return new FlightSqlClient(FlightGrpcUtils.createFlightClient(allocator, channel, middleware));
  }

  private static ChannelCredentials credentials(RemoteUrl url) {
    if (!url.usesTls()) {
      return InsecureChannelCredentials.create();
    }
    String authority = url.authority();
    if (authority == null) {
      return TlsChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder().trustManager(new File(authority)).build();
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read the option tlsCa: "
              + e.getMessage()
              + "; name a file of the authority's certificate in PEM",
          e);
    }
  }

  /** Sends what lets a call in. */
  private record Login(String credentials) implements FlightClientMiddleware {
    @Override
    public void onBeforeSendingHeaders(CallHeaders headers) {
      headers.insert("authorization", credentials);
    }

    @Override
    public void onHeadersReceived(CallHeaders headers) {}

    @Override
    public void onCallCompleted(CallStatus status) {}

    @Override
    public String toString() {
      return "Login"; // without the token
    }
  }

  /**
   * Closes a client and its allocator, once threads of gRPC have freed the messages that were on
   * their way to calls that are over.
   */
  static void close(FlightSqlClient client, BufferAllocator allocator) {
    awaitMessages(allocator);
    try {
      client.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new HeddleException(
          ErrorCode.INTERNAL, "Cannot close the connection: " + e.getMessage(), e);
    }
    allocator.close();
  }

  private static void awaitMessages(BufferAllocator allocator) {
    try {
      for (long i = 0; allocator.getAllocatedMemory() > 0 && i < MAX_LOOKS; i++) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
