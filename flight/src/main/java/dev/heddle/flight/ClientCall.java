package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.HeddleException;
import java.util.function.Function;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallInfo;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightProducer.CallContext;
import org.apache.arrow.flight.FlightServerMiddleware;
import org.apache.arrow.flight.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * One call of a client: finds the session that it belongs to, answers with the session's cookie,
 * and ends what runs for it when the client gives the call up.
 */
final class ClientCall implements FlightServerMiddleware {
  /** Name of the cookie, by which clients of Arrow tell theirs apart too. */
  static final String COOKIE = "arrow_flight_session_id";

  private static final FlightServerMiddleware.Key<ClientCall> KEY =
      FlightServerMiddleware.Key.of("heddle-call");

  private final ClientSessions sessions;
  private final CallTag tag;
  private final @Nullable String cookie;
  // guarded by this
  private @Nullable ClientSession session;
  private @Nullable Thread waiting;
  private boolean isCancelled;

  private ClientCall(ClientSessions sessions, CallTag tag, @Nullable String cookie) {
    this.sessions = sessions;
    this.tag = tag;
    this.cookie = cookie;
    tag.onCancel(this::cancel);
  }

  /** Makes the calls of a server. */
  record Factory(ClientSessions sessions) implements FlightServerMiddleware.Factory<ClientCall> {
    FlightServerMiddleware.Key<ClientCall> key() {
      return KEY;
    }

    @Override
    public ClientCall onCallStarted(CallInfo info, CallHeaders headers, RequestContext context) {
      CallTag tag = requireNonNull(CallTag.KEY.get(), "a call that was not tagged");
      return new ClientCall(sessions, tag, cookie(headers));
    }
  }

  /** Returns the call of a context. */
  static ClientCall of(CallContext context) {
    return context.getMiddleware(KEY);
  }

  private static @Nullable String cookie(CallHeaders headers) {
    Iterable<String> all = headers.getAll("cookie");
    if (all != null) {
      for (String header : all) {
        for (String each : header.split(";", -1)) {
          String[] parts = each.strip().split("=", 2);
          if (parts.length == 2 && parts[0].equals(COOKIE)) {
            String value = parts[1].strip();
            return value.startsWith("\"") && value.endsWith("\"") && value.length() > 1
                ? value.substring(1, value.length() - 1)
                : value;
          }
        }
      }
    }
    return null;
  }

  /**
   * Returns the client's session.
   *
   * @throws HeddleException {@code NOT_FOUND} if the cookie's has expired, {@code REFUSED} if there
   *     are too many
   */
  synchronized ClientSession session() {
    if (session == null) {
      session = sessions.of(cookie, tag.connection());
    }
    return session;
  }

  /** Closes the client's session; its next call gets another one. */
  boolean closeSession() {
    ClientSession old = sessions.find(cookie, tag.connection());
    if (old != null) {
      sessions.close(old);
    }
    return old != null;
  }

  /** Runs something for this call that {@link #cancel} interrupts. */
  <T> T run(ClientSession owner, Function<ClientSession, T> body) {
    RunningStatement statement = owner.begin(this, this::cancel);
    try {
      synchronized (this) {
        if (isCancelled) {
          throw FlightErrors.cancelled();
        }
        waiting = Thread.currentThread();
      }
      return body.apply(owner);
    } catch (RuntimeException e) {
      throw statement.reason(e);
    } finally {
      synchronized (this) {
        waiting = null;
        if (isCancelled) {
          boolean unused = Thread.interrupted(); // that was cancel's
        }
      }
      owner.end(this);
    }
  }

  private synchronized void cancel() {
    isCancelled = true;
    if (waiting != null) {
      waiting.interrupt();
    }
  }

  @Override
  public synchronized void onBeforeSendingHeaders(CallHeaders headers) {
    if (session != null && !session.id().equals(cookie)) {
      headers.insert("set-cookie", COOKIE + "=" + session.id() + "; Path=/; HttpOnly");
    } else if (session == null
        && cookie != null
        && sessions.find(cookie, tag.connection()) == null) {
      headers.insert("set-cookie", COOKIE + "=; Path=/; Max-Age=0"); // of one that has expired
    }
  }

  @Override
  public void onCallCompleted(CallStatus status) {
    // Nothing is held for a call.
  }

  @Override
  public void onCallErrored(Throwable error) {
    // Nothing is held for a call.
  }
}
