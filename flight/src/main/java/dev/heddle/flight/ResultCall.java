package dev.heddle.flight;

import dev.heddle.frame.ArrowStream;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * One result on its way to a client. Its virtual thread takes batches from the query when the
 * client is ready for one, and is parked else; gRPC's threads call {@link #wake} and {@link
 * #cancel}.
 *
 * <p>Batches of queries are not copied into gRPC's memory: their buffers go to the socket, and are
 * freed, and no longer counted, when they have been sent or the call is gone.
 */
final class ResultCall implements Runnable {
  private final Body body;
  private final Consumer<ResultCall> onEnd;
  private final ServerStreamListener client;
  private final Calls calls;
  private final Thread thread;
  private volatile boolean isCancelled;
  private @Nullable RunningStatement statement; // set before the thread starts

  /** What gives a call its rows. */
  interface Body {
    /** Calls one of the methods that send, once. */
    void sendTo(ResultCall call);
  }

  /**
   * Makes a call, which runs once it has been started.
   *
   * @param onEnd called when it is over
   */
  ResultCall(Body body, Consumer<ResultCall> onEnd, ServerStreamListener client, Calls calls) {
    this.body = body;
    this.onEnd = onEnd;
    this.client = client;
    this.calls = calls;
    this.thread = Thread.ofVirtual().name("heddle-flight").unstarted(this);
  }

  /** Sets what counts its time; called before it is started. */
  void runsAs(RunningStatement newStatement) {
    statement = newStatement;
  }

  /** Starts to send; returns at once. */
  void start() {
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
      body.sendTo(this);
      if (!client.isCancelled()) {
        finish();
      }
    } catch (Throwable e) {
      if (!client.isCancelled()) {
        client.error(FlightErrors.of(isCancelled ? cancelled() : e));
      }
    } finally {
      onEnd.accept(this);
      calls.ended(this);
    }
  }

  private void finish() {
    if (isCancelled) {
      client.error(FlightErrors.of(cancelled()));
    } else {
      client.completed();
    }
  }

  private RuntimeException cancelled() {
    RuntimeException byOthers = FlightErrors.cancelled();
    return statement == null ? byOthers : statement.reason(byOthers);
  }

  /** Sends the rows of a query, which is taken over. */
  void send(ArrowStream rows) {
    try (rows) {
      client.setUseZeroCopy(true);
      client.start(rows.root());
      while (awaitClient() && rows.next()) {
        client.putNext();
      }
    }
  }

  /** Sends a part of the rows of a query. */
  void send(RowParts parts, int part, BufferAllocator allocator) {
    ArrowRecordBatch batch = parts.take(part);
    try (VectorSchemaRoot root = parts.root(batch, allocator)) {
      VectorLoader loader = new VectorLoader(root);
      client.setUseZeroCopy(true);
      client.start(root);
      while (batch != null && awaitClient()) {
        loader.load(batch);
        batch.close();
        batch = null;
        client.putNext();
        batch = parts.take(part);
      }
    } finally {
      if (batch != null) {
        batch.close();
      }
    }
  }

  /** Sends rows that are known. */
  void send(RowTable rows, BufferAllocator allocator) {
    try (VectorSchemaRoot root = rows.root(allocator)) {
      client.start(root);
      if (root.getRowCount() > 0 && awaitClient()) {
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
