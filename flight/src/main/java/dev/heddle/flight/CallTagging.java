package dev.heddle.flight;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link CallTag} into the context of each call, and reports connections that end. It
 * listens as a tracer, since these see a call before Flight does.
 */
final class CallTagging extends ServerStreamTracer.Factory {
  private static final Attributes.Key<ClientConnection> CONNECTION =
      Attributes.Key.create("heddle-connection");

  private static final String KEEP_ALIVE_FAILED = "Keepalive failed."; // what gRPC says

  private final Consumer<ClientConnection> ended;

  /**
   * Makes one for a server.
   *
   * @param ended called when a connection has ended, by a thread that must not wait
   */
  CallTagging(Consumer<ClientConnection> ended) {
    this.ended = ended;
  }

  /** Has a server use it. */
  void addTo(NettyServerBuilder server) {
    server.addTransportFilter(new Connections());
    server.addStreamTracerFactory(this);
  }

  private final class Connections extends ServerTransportFilter {
    @Override
    public Attributes transportReady(Attributes transport) {
      return transport.toBuilder().set(CONNECTION, new ClientConnection()).build();
    }

    @Override
    public void transportTerminated(@Nullable Attributes transport) {
      ClientConnection connection = transport == null ? null : transport.get(CONNECTION);
      if (connection != null) {
        ended.accept(connection);
      }
    }
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new Tracer();
  }

  /**
   * Returns whether a call ended since its connection is given up for its silence: the transport
   * waits then, perhaps for long, until the network has taken what it still had to send.
   */
  private static boolean isOfASilentConnection(Status status) {
    String text = status.getDescription();
    return status.getCode() == Status.Code.UNAVAILABLE
        && text != null
        && text.startsWith(KEEP_ALIVE_FAILED);
  }

  /** Follows one call. */
  private final class Tracer extends ServerStreamTracer {
    private final CallTag tag = new CallTag();

    @Override
    public Context filterContext(Context context) {
      return context.withValue(CallTag.KEY, tag);
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> call) {
      ClientConnection connection = call.getAttributes().get(CONNECTION);
      if (connection != null) {
        tag.of(connection);
      }
    }

    @Override
    public void streamClosed(Status status) {
      if (!status.isOk()) {
        tag.cancel();
      }
      if (isOfASilentConnection(status)) {
        ended.accept(tag.connection());
      }
    }
  }
}
