package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.jdbc.connection.Timeouts;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedStatement;
import dev.heddle.jdbc.feed.QueryShape;
import dev.heddle.jdbc.feed.RowFeed;
import io.grpc.Context;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/** The feed of a server, with a channel and a session of its own. */
final class RemoteFeed implements RowFeed {
  private static final int CONNECT_SECONDS = 30;
  private static final int CHECK_SECONDS = 10;
  private static final int MAX_CLOSINGS = 8;

  /** A channel whose connecting has failed waits for a second before it tries again. */
  private static final long CLOSING_PAUSE_MILLIS = 600;

  private static final String ZONE = "time_zone";

  private final RemoteUrl url;
  private final BufferAllocator allocator = new RootAllocator();
  private final FlightSqlClient client;

  /** Null where a statement may have changed it since it was asked for. */
  private volatile @Nullable ZoneId zone;

  private volatile boolean isLost; // its session has ended
  private volatile boolean isSilent; // a call was not answered in time
  private volatile Duration answerTime = Duration.ZERO; // for ever
  private volatile Runnable whenSilent = () -> {};
  private boolean isClosed; // guarded by this

  private RemoteFeed(RemoteUrl url) {
    this.url = url;
    this.client = Channels.open(url, allocator);
  }

  /**
   * Connects to a server and opens a session.
   *
   * @param seconds how long to wait for it; 0 for half a minute
   * @throws HeddleException {@code REFUSED} for a wrong token
   */
  static RemoteFeed open(RemoteUrl url, int seconds) {
    RemoteFeed feed = new RemoteFeed(url);
    try {
      feed.zone = feed.readZone(timeout(seconds > 0 ? seconds : CONNECT_SECONDS));
      return feed;
    } catch (RuntimeException e) {
      feed.close();
      throw e;
    }
  }

  private static CallOption timeout(int seconds) {
    return CallOptions.timeout(seconds, TimeUnit.SECONDS);
  }

  /** Runs calls that no statement cancels. */
  private <T> T answer(Supplier<T> body) {
    try (Context.CancellableContext context = Context.ROOT.withCancellation()) {
      return within(context, body::get);
    } catch (FlightRuntimeException e) {
      throw error(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new HeddleException(ErrorCode.INTERNAL, "Internal error: " + e, e);
    }
  }

  /** Runs what waits for the server, at most for the time that the connection gives it. */
  <T> T within(Context.CancellableContext context, Callable<T> body) throws Exception {
    Duration time = answerTime;
    if (time.isZero()) {
      return context.call(body);
    }
    Future<?> timer = Timeouts.after(time, () -> endSilent(context));
    try {
      return context.call(body);
    } finally {
      timer.cancel(false);
    }
  }

  private void endSilent(Context.CancellableContext context) {
    boolean isFirst;
    synchronized (this) {
      isFirst = !isSilent;
      isSilent = true;
    }
    boolean unused = context.cancel(null);
    if (isFirst) {
      Thread.ofVirtual().name("heddle-jdbc-silent").start(whenSilent);
    }
  }

  @Override
  public void limitAnswers(Duration time, Runnable end) {
    whenSilent = end;
    answerTime = time;
  }

  /** Whether a call was not answered in time, so that none is answered any more. */
  boolean isSilent() {
    return isSilent;
  }

  private ZoneId readZone(CallOption limit) {
    SessionOptionValue value =
        answer(
            () ->
                client
                    .getSessionOptions(new GetSessionOptionsRequest(), limit)
                    .getSessionOptions()
                    .get(ZONE));
    String name = value == null ? null : value.acceptVisitor(new Text());
    try {
      return ZoneId.of(String.valueOf(name));
    } catch (DateTimeException e) {
      throw new HeddleException(
          ErrorCode.CORRUPT_MESSAGE,
          "Cannot use the server at " + url + ": its session has the time zone " + name,
          e);
    }
  }

  /** Takes texts. */
  private static final class Text extends NoOpSessionOptionValueVisitor<@Nullable String> {
    @Override
    public String visit(String value) {
      return value;
    }
  }

  /** Returns the client; its allocator is also that of parameters. */
  FlightSqlClient client() {
    return client;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  /** Asks for the zone again when it is needed. */
  void forgetZone() {
    zone = null;
  }

  /** Returns the error of a call; that of a session that is gone says so. */
  HeddleException error(FlightRuntimeException e) {
    if (isSilent) {
      return silent(e);
    }
    HeddleException error = RemoteErrors.of(e, url.address());
    if (RemoteErrors.isOfSession(error)) {
      isLost = true; // the next call would be in a new session without the settings of this one
    }
    if (isLost || (error.code() == ErrorCode.NOT_FOUND && !isOpen())) {
      return lost(e);
    }
    return error;
  }

  private HeddleException lost(@Nullable FlightRuntimeException cause) {
    return RemoteErrors.lost(url.address(), "its session has ended", cause);
  }

  private HeddleException silent(@Nullable FlightRuntimeException cause) {
    return RemoteErrors.lost(
        url.address(),
        "no answer for " + answerTime.toMillis() + " ms, which setNetworkTimeout allows",
        cause);
  }

  private void requireOpen() {
    synchronized (this) {
      if (!isClosed) {
        if (isSilent) {
          throw silent(null);
        }
        if (isLost) {
          throw lost(null);
        }
        return;
      }
    }
    throw new HeddleException(
        ErrorCode.CLOSED, "Cannot use the connection: it is closed; open another one");
  }

  @Override
  public FeedCall call() {
    return call(null);
  }

  /** Returns a new execution of a statement; null for any text. */
  FeedCall call(@Nullable RemoteStatement statement) {
    requireOpen();
    return new RemoteCall(this, statement);
  }

  @Override
  public FeedStatement prepare(String text) {
    requireOpen();
    return new RemoteStatement(this, text);
  }

  /** Has the server forget a handle, if it answers. */
  void close(PreparedStatement prepared) {
    if (isSilent) {
      return; // so does the end of the session
    }
    Context before = Context.ROOT.attach();
    try {
      prepared.close(timeout(CHECK_SECONDS));
    } catch (RuntimeException e) {
      // It is gone with its session, or will expire.
    } finally {
      Context.ROOT.detach(before);
    }
  }

  @Override
  public QueryShape describe(String query) {
    requireOpen();
    return answer(
        () -> {
          try (PreparedStatement prepared = client.prepare(query)) {
            Schema parameters = ArrowTypes.fromArrow(prepared.getParameterSchema());
            return new QueryShape(
                parameters.fields().stream().map(field -> field.type()).toList(),
                ArrowTypes.fromArrow(prepared.getResultSetSchema()));
          }
        });
  }

  @Override
  public List<TableInfo> tables() {
    requireOpen();
    FlightInfo info = answer(() -> client.getTables(null, null, null, null, true));
    List<TableInfo> tables = new ArrayList<>();
    RemoteCall call = new RemoteCall(this, null);
    try (RemoteCursor cursor = call.rows(info)) {
      while (cursor.next()) {
        CatalogueReader.read(cursor.root(), tables);
      }
    }
    return tables;
  }

  @Override
  public ZoneId zone() {
    ZoneId known = url.zone() == null ? zone : url.zone();
    if (known == null) {
      known = readZone(timeout(CONNECT_SECONDS));
      zone = known;
    }
    return known;
  }

  @Override
  public boolean isOpen() {
    synchronized (this) {
      if (isClosed || isLost || isSilent) {
        return false;
      }
    }
    Context before = Context.ROOT.attach();
    try {
      return !client
          .getSessionOptions(new GetSessionOptionsRequest(), timeout(CHECK_SECONDS))
          .getSessionOptions()
          .isEmpty();
    } catch (FlightRuntimeException e) {
      if (RemoteErrors.isOfSession(RemoteErrors.of(e, url.address()))) {
        isLost = true;
      }
      return false;
    } catch (RuntimeException e) {
      return false;
    } finally {
      Context.ROOT.detach(before);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    Context before = Context.ROOT.attach();
    try {
      for (int i = 1; !isSilent && closeSession() && i < MAX_CLOSINGS; i++) {
        TimeUnit.MILLISECONDS.sleep(CLOSING_PAUSE_MILLIS); // until the channel connects again
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Context.ROOT.detach(before);
      Channels.close(client, allocator);
    }
  }

  /**
   * Ends the session; returns whether a connection was reset, and another one may reach the server.
   */
  private boolean closeSession() {
    try {
      Object unused = client.closeSession(new CloseSessionRequest(), timeout(CHECK_SECONDS));
      return false;
    } catch (FlightRuntimeException e) {
      return e.status().code() == FlightStatusCode.UNAVAILABLE && !RemoteErrors.isUnreachable(e);
    } catch (RuntimeException e) {
      return false; // the server ends the session by itself
    }
  }
}
