package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.write.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the rows of several threads back into the order of their source while they come: rows whose
 * turn it is are written by the thread that brings them, others wait, copied, and once too many
 * wait their threads wait.
 *
 * <p>Each thread's positions ascend, no two threads share one, and a thread that joins brings none
 * below those that others are at. So the turn has come for the least position that a thread may
 * still bring, and it stays so. Of two threads one writes at a time; a thread at the least position
 * never waits.
 */
public final class RowsInOrder implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;

  private final RowTarget target;
  private final List<DataType> types;
  private final long maxWaitingBytes;
  // all below guarded by this
  private final List<Member> members = new ArrayList<>();
  private final TreeMap<Long, Deque<Waiting>> waiting = new TreeMap<>();
  private long waitingBytes;
  private boolean isWriting;
  private long written = -1; // position

  private record Waiting(Batch batch, long bytes) {}

  /** Makes an order of rows for a target, which is taken over. */
  public RowsInOrder(RowTarget target, Schema schema, long maxWaitingBytes) {
    this.target = target;
    this.types = schema.fields().stream().map(Field::type).toList();
    this.maxWaitingBytes = maxWaitingBytes;
  }

  /** Adds the thread of a context, before it takes a position. */
  public synchronized Member join(TaskContext context) {
    Member member = new Member(context, members.isEmpty() ? -1 : minPosition());
    members.add(member);
    return member;
  }

  private long minPosition() {
    long least = Long.MAX_VALUE;
    for (Member member : members) {
      least = Math.min(least, member.at);
    }
    return least;
  }

  /** Writes what waits and whose turn has come. Called by the one that writes. */
  private void writeWaiting(Workers workers) {
    while (true) {
      Waiting next;
      long position;
      synchronized (this) {
        Map.Entry<Long, Deque<Waiting>> first = waiting.firstEntry();
        if (first == null || first.getKey() > minPosition()) {
          return;
        }
        position = first.getKey();
        next = first.getValue().removeFirst();
        waitingBytes -= next.bytes();
        if (first.getValue().isEmpty()) {
          waiting.remove(first.getKey());
        }
        notifyAll();
      }
      try (Batch batch = next.batch()) {
        write(batch, position, workers);
      }
    }
  }

  /** Writes a batch whose turn it is. Called by the one that writes. */
  private void write(Batch batch, long position, Workers workers) {
    synchronized (this) {
      if (position < written) {
        throw new IllegalStateException(
            "Rows of position " + position + " came after those of " + written);
      }
      written = position;
    }
    target.write(batch, workers);
  }

  private synchronized boolean tryBegin() {
    if (isWriting) {
      return false;
    }
    isWriting = true;
    return true;
  }

  private synchronized void end() {
    isWriting = false;
    notifyAll();
  }

  private synchronized boolean hasTurn() {
    return !waiting.isEmpty() && waiting.firstKey() <= minPosition();
  }

  /** Writes what waits, unless somebody else does. */
  private void help(Workers workers) {
    while (hasTurn() && tryBegin()) {
      try {
        writeWaiting(workers);
      } finally {
        end();
      }
    }
  }

  @Override
  public synchronized void close() {
    waiting.values().forEach(batches -> batches.forEach(w -> w.batch().close()));
    waiting.clear();
    target.close();
  }

  /** One thread. */
  final class Member {
    private final TaskContext context;
    private long at; // guarded by RowsInOrder.this

    private Member(TaskContext context, long at) {
      this.context = context;
      this.at = at;
    }

    /** Takes over a batch of a position. */
    void write(Batch batch, long position) {
      try (batch) {
        move(position);
        if (isFirst(position) && tryBegin()) {
          try {
            writeWaiting(context);
            RowsInOrder.this.write(batch, position, context);
            writeWaiting(context);
          } finally {
            end();
          }
        } else {
          park(batch, position);
        }
      }
      help(context);
      while (mustWait(position)) {
        context.checkCancelled();
        help(context);
      }
    }

    private void move(long position) {
      synchronized (RowsInOrder.this) {
        at = position;
        RowsInOrder.this.notifyAll();
      }
    }

    private boolean isFirst(long position) {
      synchronized (RowsInOrder.this) {
        return position <= minPosition();
      }
    }

    private void park(Batch batch, long position) {
      try (BatchAppender copy = new BatchAppender(types, context.account())) {
        copy.append(batch); // a view could keep far more alive
        long bytes = copy.bytes();
        Batch built = copy.build();
        synchronized (RowsInOrder.this) {
          waiting.computeIfAbsent(position, p -> new ArrayDeque<>()).add(new Waiting(built, bytes));
          waitingBytes += bytes;
        }
      }
    }

    /** Waits a while if too much waits already and it is not for this thread to change that. */
    private boolean mustWait(long position) {
      synchronized (RowsInOrder.this) {
        if (waitingBytes <= maxWaitingBytes || (position <= minPosition() && !isWriting)) {
          return false;
        }
        try {
          RowsInOrder.this.wait(LOOK_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt(); // the next look at the query's switch sees it
        }
        return true;
      }
    }

    /** Reports that nothing more comes from this thread. */
    void finish() {
      move(Long.MAX_VALUE);
      help(context);
    }
  }
}
