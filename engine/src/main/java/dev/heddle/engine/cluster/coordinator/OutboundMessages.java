package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages from the scheduler's process. They gather until the turn ends, and wait while a barrier
 * that was noted before is not safe in the journal; nobody waits for it. What cannot be taken back
 * waits until all that was noted before is safe. Used by one thread.
 */
final class OutboundMessages {
  private final @Nullable Journal journal;
  private final Deque<Held> held = new ArrayDeque<>();
  private final Deque<Held> late = new ArrayDeque<>();
  private final Map<ControlChannel, List<ControlMessage>> ready = new LinkedHashMap<>();
  private long barrier;
  private long awaited;
  private long safe;
  private boolean hurries;

  /** Makes one that waits for nothing if there is no journal. */
  OutboundMessages(@Nullable Journal journal) {
    this.journal = journal;
  }

  /** A message that waits until the journal is safe up to a number. */
  private record Held(long number, ControlChannel to, ControlMessage message) {}

  boolean hasJournal() {
    return journal != null;
  }

  /** Writes to the journal. */
  void note(JournalRecord record) {
    if (journal != null) {
      long number = journal.append(record);
      barrier = record.isBarrier() ? number : barrier;
      awaited = record.isAwaited() ? number : awaited;
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
      release(to, message);
    } else {
      held.add(new Held(barrier, to, message));
    }
  }

  /** Sends what cannot be taken back, once the journal has all that it follows from. */
  void sendSafely(ControlChannel to, ControlMessage message) {
    if (late.isEmpty() && held.isEmpty() && awaited <= safe) {
      release(to, message);
    } else {
      late.add(new Held(awaited, to, message));
    }
  }

  /** Sends it like this where a client waits for it: the journal is written at once. */
  void sendSafelySoon(ControlChannel to, ControlMessage message) {
    hurries = journal != null;
    sendSafely(to, message);
  }

  /** The journal is safe up to a number. */
  void safe(long number) {
    safe = number;
    release(held);
    release(late);
  }

  private void release(Deque<Held> waiting) {
    for (Held next = waiting.peek(); next != null && next.number() <= safe; next = waiting.peek()) {
      waiting.remove();
      release(next.to(), next.message());
    }
  }

  private void release(ControlChannel to, ControlMessage message) {
    ready.computeIfAbsent(to, _ -> new ArrayList<>()).add(message);
  }

  /** The turn has ended: sends what may go, and has written what was noted. */
  void flush() {
    if (journal != null) {
      journal.flush();
      if (hurries) {
        journal.hurry();
        hurries = false;
      }
    }
    if (!ready.isEmpty()) {
      ready.forEach(ControlChannel::send);
      ready.clear();
    }
  }
}
