package dev.heddle.flight;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Session;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;

/**
 * One result on its way to a client. Its virtual thread takes batches from the query when the
 * client is ready for one, and is parked else; gRPC's threads call {@link #wake} and {@link
 * #cancel}.
 *
 * <p>Batches are not copied into gRPC's memory: their buffers go to the socket, and are freed, and
 * no longer counted, when they have been sent or the call is gone.
 */
final class ResultCall implements Runnable {
  private final Session session;
  private final String query;
  private final ServerStreamListener client;
  private final Calls calls;
  private final Thread thread;
  private volatile boolean isCancelled;

  /** Makes a call, which runs once it has been started. */
  ResultCall(Session session, String query, ServerStreamListener client, Calls calls) {
    this.session = session;
    this.query = query;
    this.client = client;
    this.calls = calls;
    this.thread = Thread.ofVirtual().name("heddle-flight").unstarted(this);
  }

  /** Starts to send; returns at once. */
  void start() {
    client.setUseZeroCopy(true);
    client.setOnReadyHandler(this::wake);
    client.setOnCancelHandler(this::cancel);
    thread.start();
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  /** Has the query end, and the memory freed, by the call's own thread. */
  void cancel() {
    isCancelled = true;
    thread.interrupt();
  }

  private boolean isGone() {
    return isCancelled || client.isCancelled();
  }

  @Override
  public void run() {
    try {
      send();
      if (!isGone()) {
        client.completed();
      }
    } catch (Throwable e) {
      if (!isGone()) {
        client.error(FlightErrors.of(e));
      }
    } finally {
      calls.ended(this);
    }
  }

  private void send() {
    try (ArrowStream rows = session.sql(query).toArrow()) {
      client.start(rows.root());
      while (awaitClient() && rows.next()) {
        client.putNext();
      }
    }
  }

  /** Waits until the client wants more; false if it is gone. */
  private boolean awaitClient() {
    if (!client.isReady()) {
      calls.waits(1);
      try {
        while (!client.isReady() && !isGone()) {
          LockSupport.park(this);
        }
      } finally {
        calls.waits(-1);
      }
    }
    return !isGone();
  }
}
