package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.PackFormat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The writers of a server: each sends blocks within the credit that was granted to it. */
final class Writers implements Attempts.Outcome {
  private static final int MIN_WINDOWS = 16; // that fit into the memory

  private final Space space;
  private final ServerLimits limits;
  private final Attempts attempts;
  private final List<ServerCommand> commands;
  private final Map<Long, Writer> writers = new LinkedHashMap<>(); // by connection
  private final Deque<Writer> wants = new ArrayDeque<>(); // writers that cannot go on
  private final Deque<Writer> queued = new ArrayDeque<>(); // writers that may have more credit
  private long refusals;

  Writers(Space space, Attempts attempts, List<ServerCommand> commands) {
    this.space = space;
    this.limits = space.limits;
    this.attempts = attempts;
    this.commands = commands;
  }

  /** Returns how many conversations were refused. */
  long refusals() {
    return refusals;
  }

  int count() {
    return writers.size();
  }

  boolean has(long connection) {
    return writers.containsKey(connection);
  }

  void begin(long connection, Attempt attempt, long wantedWindowBytes) {
    long window = Math.min(wantedWindowBytes, limits.writeBytes() / MIN_WINDOWS);
    Writer writer = new Writer(connection, attempt, window);
    writers.put(connection, writer);
    attempt.setWriter(writer);
    queue(writer);
  }

  /** Notes that a writer cannot go on without more credit, and has given up what it had. */
  void want(long connection, long bytes) {
    Writer writer = writers.get(connection);
    if (writer == null) {
      return; // it has been refused meanwhile
    }
    if (bytes > limits.writeBytes()) {
      refuse(
          writer,
          ErrorCode.OUT_OF_MEMORY,
          "a block of "
              + bytes
              + " bytes does not fit into "
              + limits.writeBytes()
              + " bytes of memory; give the shuffle server more (option memory)");
      return;
    }
    space.grant(-writer.revoke());
    if (writer.want(bytes)) {
      wants.add(writer);
    }
  }

  /** Returns what the writer wants that has waited longest, or 0. */
  long firstWantedBytes() {
    return wants.isEmpty() ? 0 : wants.getFirst().wantedBytes();
  }

  private void queue(Writer writer) {
    if (writer.enqueue()) {
      queued.add(writer);
    }
  }

  void blockReceived(ServerEvent.BlockReceived event) {
    int partition = event.message().partition();
    Attempt attempt =
        spend(event.connection(), event.handle(), event.room(), partition, partition, false);
    if (attempt != null) {
      attempts.add(attempt, event);
      goOn(event.connection());
    }
  }

  void packReceived(ServerEvent.PackReceived event) {
    PackFormat.Summary summary = event.summary();
    Writer writer = writers.get(event.connection());
    boolean isOfWriter = writer != null && writer.attempt.id.equals(event.id());
    Attempt attempt =
        spend(
            event.connection(),
            event.handle(),
            event.room(),
            isOfWriter ? summary.first() : -1,
            summary.last(),
            true);
    if (attempt != null) {
      attempts.add(attempt, event);
      goOn(event.connection());
    }
  }

  /**
   * Takes memory that has arrived off a writer's credit; returns its attempt, if it may have it.
   */
  private @Nullable Attempt spend(
      long connection, long handle, long room, int first, int last, boolean isPack) {
    space.hold(room);
    Writer writer = writers.get(connection);
    if (writer == null) {
      space.free(handle, room); // it has been refused meanwhile
      return null;
    }
    Attempt attempt = writer.attempt;
    boolean isAllowed =
        room <= writer.creditBytes()
            && first >= 0
            && last < attempt.exchange.partitions()
            && attempt.isPacked() == isPack
            && attempt.state() == Attempt.State.OPEN;
    if (!isAllowed) {
      space.free(handle, room);
      refuse(writer, ErrorCode.INTERNAL, "a block was sent that was not allowed");
      return null;
    }
    writer.spend(room);
    space.grant(-room);
    return attempt;
  }

  private void goOn(long connection) {
    Writer writer = writers.get(connection);
    if (writer == null) {
      return;
    }
    Job job = writer.attempt.exchange.job;
    if (job.bytes() > limits.jobBytes()) {
      refuse(
          writer,
          ErrorCode.DISK_FULL,
          "job " + job.number + " has more than its quota of " + limits.jobBytes() + " bytes");
    } else if (writer.creditBytes() <= writer.windowBytes / 2) {
      queue(writer);
    }
  }

  void seal(long connection, ShuffleMessage.SealPacks seal) {
    Writer writer = writers.get(connection);
    if (writer == null || writer.attempt.state() != Attempt.State.OPEN) {
      return; // it has been refused meanwhile
    }
    Attempt attempt = writer.attempt;
    if (!attempt.isPacked() || !attempt.isComplete(seal)) {
      refuse(writer, ErrorCode.INTERNAL, "its packs do not have the rows that it states");
      return;
    }
    attempt.startSealing(seal);
    attempts.advance(attempt, this);
  }

  void seal(long connection, List<PartitionTotals> totals) {
    Writer writer = writers.get(connection);
    if (writer == null || writer.attempt.state() != Attempt.State.OPEN) {
      return; // it has been refused meanwhile
    }
    Attempt attempt = writer.attempt;
    long[] rows = attempt.blocks.rowsByPartition(attempt.exchange.partitions());
    boolean isComplete = totals.size() == rows.length && !attempt.isPacked();
    long digest = 0;
    for (int p = 0; isComplete && p < rows.length; p++) {
      isComplete = totals.get(p).rows() == rows[p];
      digest += RowLedger.digest(p, totals.get(p));
    }
    if (!isComplete) {
      refuse(writer, ErrorCode.INTERNAL, "its blocks do not have the rows that it states");
      return;
    }
    attempt.startSealing(totals, digest);
    attempts.advance(attempt, this);
  }

  @Override
  public void sealed(Writer writer) {
    end(writer);
    commands.add(new ServerCommand.Reply(writer.connection, new ShuffleMessage.SealDone()));
  }

  @Override
  public void failed(Writer writer, ErrorCode code, String why) {
    refuse(writer, code, why);
  }

  /** Takes a writer's credits back and forgets it. */
  private void end(Writer writer) {
    writers.remove(writer.connection);
    writer.attempt.setWriter(null);
    wants.remove(writer);
    queued.remove(writer);
    space.grant(-writer.revoke());
  }

  /** Drops what a writer has written, and notifies it. */
  void refuse(Writer writer, ErrorCode code, String why) {
    end(writer);
    attempts.drop(writer.attempt);
    refuse(writer.connection, code, "Cannot write " + writer.attempt.id.attempt() + ": " + why);
  }

  /** Ends a conversation. */
  void refuse(long connection, ErrorCode code, String message) {
    refusals++;
    commands.add(new ServerCommand.Reply(connection, new ShuffleMessage.Refused(code, message)));
  }

  void disconnected(long connection) {
    Writer writer = writers.get(connection);
    if (writer != null) {
      end(writer);
      attempts.drop(writer.attempt);
    }
  }

  /** Refuses the writers of lower incarnations of a worker. */
  void refuseBelow(int worker, long incarnation) {
    for (Writer writer : List.copyOf(writers.values())) {
      if (writer.attempt.worker == worker && writer.attempt.incarnation < incarnation) {
        refuse(writer, ErrorCode.STALE, "worker " + worker + " has been given up or replaced");
      }
    }
  }

  /** Gives credit, in turn, to writers that cannot go on, then to others while there is plenty. */
  void grant() {
    while (!wants.isEmpty()) {
      Writer writer = wants.getFirst();
      long bytes = writer.wantedBytes();
      if (bytes <= space.freeBytes()) {
        wants.removeFirst();
        writer.want(0);
        grant(writer, bytes, true);
      } else {
        String fullness = attempts.fullness();
        if (fullness == null) {
          return; // the others wait behind it
        }
        refuse(writer, ErrorCode.DISK_FULL, fullness);
      }
    }
    while (!queued.isEmpty()) {
      Writer writer = queued.getFirst();
      long missing = writer.windowBytes - writer.creditBytes();
      if (missing > space.freeBytes() - limits.writeBytes() / 4) {
        return;
      }
      queued.removeFirst();
      writer.dequeue();
      if (missing > 0) {
        grant(writer, missing, false);
      }
    }
  }

  private void grant(Writer writer, long bytes, boolean answersWant) {
    writer.grant(bytes);
    space.grant(bytes);
    commands.add(
        new ServerCommand.Reply(writer.connection, new ShuffleMessage.Granted(bytes, answersWant)));
  }

  /** Tells those who wait for memory or the disk that they are not forgotten. */
  void reassure() {
    for (Writer writer : writers.values()) {
      if (writer.wantedBytes() > 0 || writer.attempt.state() == Attempt.State.SEALING) {
        commands.add(new ServerCommand.Reply(writer.connection, new ShuffleMessage.Waiting()));
      }
    }
  }

  /** Recounts what is granted. */
  long creditBytes() {
    long credit = 0;
    for (Writer writer : writers.values()) {
      credit += writer.creditBytes();
    }
    return credit;
  }
}
