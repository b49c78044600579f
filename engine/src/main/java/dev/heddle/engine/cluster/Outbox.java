package dev.heddle.engine.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler's process tells others. It waits while a barrier that was noted before is not
 * safe in the journal; nobody waits for it. Used by one thread.
 */
final class Outbox {
  private final @Nullable Journal journal;
  private final Deque<Held> held = new ArrayDeque<>();
  private long barrier;
  private long safe;

  /** Makes one that waits for nothing if there is no journal. */
  Outbox(@Nullable Journal journal) {
    this.journal = journal;
  }

  /** A message that waits until the journal is safe up to a number. */
  private record Held(long barrier, ControlChannel to, ControlMessage message) {}

  boolean hasJournal() {
    return journal != null;
  }

  /** Writes to the journal. */
  void note(JournalRecord record) {
    if (journal != null) {
      long number = journal.append(record);
      barrier = record.isBarrier() ? number : barrier;
    }
  }

  /** Empties the journal: no job is open. */
  void drop() {
    if (journal != null) {
      journal.drop();
    }
  }

  void send(ControlChannel to, ControlMessage message) {
    if (held.isEmpty() && barrier <= safe) {
      to.send(message);
    } else {
      held.add(new Held(barrier, to, message));
    }
  }

  /** The journal is safe up to a number. */
  void safe(long number) {
    safe = number;
    for (Held next = held.peek(); next != null && next.barrier() <= safe; next = held.peek()) {
      held.remove();
      next.to().send(next.message());
    }
  }
}
