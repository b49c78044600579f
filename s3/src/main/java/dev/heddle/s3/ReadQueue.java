package dev.heddle.s3;

import dev.heddle.io.rate.RequestGate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reads of this process that wait for the window, and the virtual threads that fetch them.
 * Thread-safe.
 *
 * <p>Reads start in the order in which they were asked for. One that somebody waits for goes first,
 * and over the window if it has to. Reads ahead hold at most a quarter of the memory ledger's
 * limit, and {@value #MAX_HELD_BYTES} bytes.
 */
final class ReadQueue {
  private static final int PART_BYTES = 4 << 20;
  private static final int SMALLEST_PART_BYTES = 1 << 20;
  private static final long MAX_HELD_BYTES = 512L << 20;
  private static final int BLOCK_BYTES = 128 << 10;

  private final RangeFetcher fetcher;
  private final WaitClock waits = new WaitClock();

  // all below are guarded by this
  private final Deque<ReadPart> urgent = new ArrayDeque<>();
  private final Deque<ReadPart> waiting = new ArrayDeque<>();
  private final Set<S3Read> held = new HashSet<>();
  private final WindowControl control;
  private long heldBytes;
  private int active;

  ReadQueue(S3Retry retry) {
    this.fetcher = new RangeFetcher(retry, this);
    this.control = new WindowControl(System.nanoTime());
  }

  /** Starts a read in the background, after those before it. */
  void start(S3Read read) {
    synchronized (this) {
      int free = Math.max(0, control.limit() - active - waiting.size());
      waiting.addAll(read.cut(partsOf(read.bytes(), free)));
    }
    pump();
  }

  /** Reads in the background, before all others, and waits for it. */
  void run(S3Read read) {
    synchronized (this) {
      int free = Math.max(0, control.limit() - active);
      urgent.addAll(read.cut(partsOf(read.bytes(), free)));
    }
    pump();
    try {
      read.complete();
    } finally {
      read.close(); // nothing may come into the caller's memory any more
    }
  }

  /** Large reads are cut into parts; into smaller ones if the window would be left empty. */
  private static int partsOf(int bytes, int freeRequests) {
    int needed = (bytes + PART_BYTES - 1) / PART_BYTES;
    int most = (bytes + SMALLEST_PART_BYTES - 1) / SMALLEST_PART_BYTES;
    return Math.max(1, Math.min(most, Math.max(needed, freeRequests)));
  }

  /** Puts parts before those that nobody waits for yet; those that are under way stay so. */
  void promote(List<ReadPart> parts) {
    synchronized (this) {
      for (ReadPart part : parts) {
        if (waiting.remove(part)) {
          urgent.add(part);
        }
      }
    }
    pump();
  }

  /** Gives parts that had been dropped for want of memory another turn, before all others. */
  void restart(List<ReadPart> parts) {
    synchronized (this) {
      remove(parts);
      urgent.addAll(parts); // one that somebody has claimed meanwhile is passed over
    }
    pump();
  }

  synchronized void remove(List<ReadPart> parts) {
    parts.forEach(waiting::remove);
    parts.forEach(urgent::remove);
  }

  /** Releases a read's part of the memory for reads ahead. */
  void releaseHeld(S3Read read) {
    synchronized (this) {
      if (!held.remove(read)) {
        return;
      }
      heldBytes -= read.heldBytes();
    }
    pump();
  }

  private void pump() {
    List<ReadPart> started = new ArrayList<>();
    synchronized (this) {
      for (ReadPart part = next(); part != null; part = next()) {
        started.add(part);
      }
    }
    started.forEach(part -> Thread.ofVirtual().name("heddle-s3-read").start(() -> work(part)));
  }

  /** Takes the next part that may start now. */
  private synchronized @Nullable ReadPart next() {
    ReadPart part;
    do {
      part = urgent.poll();
      if (part == null) {
        part = waiting.peek();
        if (part == null || active >= control.limit() || !hasRoomFor(part.read())) {
          return null;
        }
        waiting.poll();
      }
    } while (!part.read().isWanted());
    if (held.add(part.read())) {
      heldBytes += part.read().heldBytes();
    }
    active++;
    return part;
  }

  private synchronized boolean hasRoomFor(S3Read read) {
    long most = Math.min(MAX_HELD_BYTES, read.ledgerBytes() / 4);
    return heldBytes == 0 || held.contains(read) || heldBytes + read.heldBytes() <= most;
  }

  private void work(ReadPart first) {
    byte[] block = new byte[BLOCK_BYTES];
    for (ReadPart part = first; part != null; ) {
      fetcher.fetch(part, block);
      synchronized (this) {
        active--;
        part = next();
      }
    }
  }

  /** Counts bytes that have come; while the gate is what limits they say nothing of the window. */
  synchronized void received(int bytes, RequestGate gate) {
    control.received(bytes, System.nanoTime(), gate.hasWaiting() ? 0 : waiting.size());
  }

  /** Returns the time that readers wait for bytes. */
  WaitClock waits() {
    return waits;
  }

  long bytesRead() {
    return fetcher.bytesRead();
  }

  long requests() {
    return fetcher.requests();
  }

  synchronized double bestBytesPerSecond() {
    return control.bestBytesPerSecond();
  }
}
