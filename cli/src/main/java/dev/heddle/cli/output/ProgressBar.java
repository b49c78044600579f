package dev.heddle.cli.output;

import dev.heddle.frame.Session;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * One line of a terminal that shows how far a query is, from a second after its beginning to its
 * end, and is gone then. Thread-safe.
 */
public final class ProgressBar implements ProgressListener, AutoCloseable {
  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final int CELLS = 20;
  private static final String CLEAR = "\r\033[K";
  private static final String[] BYTE_UNITS = {"B", "KB", "MB", "GB", "TB", "PB"};
  private static final String[] COUNT_UNITS = {"", " k", " M", " G", " T", " P"};

  private final Session session;
  private final PrintWriter terminal;
  private final IntSupplier columns;
  private boolean isDrawn; // guarded by this

  private ProgressBar(Session session, PrintWriter terminal, IntSupplier columns) {
    this.session = session;
    this.terminal = terminal;
    this.columns = columns;
  }

  /**
   * Shows how far the queries of a session are, until it is closed.
   *
   * @param terminal one that understands the usual escape sequences
   * @param columns returns its width
   */
  public static ProgressBar of(Session session, PrintWriter terminal, IntSupplier columns) {
    ProgressBar bar = new ProgressBar(session, terminal, columns);
    session.addProgressListener(bar);
    return bar;
  }

  @Override
  public synchronized void progress(QueryProgress progress) {
    if (progress.state().isEnd()) {
      clear();
    } else if (progress.elapsed().compareTo(SILENCE) >= 0) {
      terminal.write("\r" + line(progress, columns.getAsInt() - 1) + "\033[K");
      terminal.flush();
      isDrawn = true;
    }
  }

  private void clear() {
    if (isDrawn) {
      terminal.write(CLEAR);
      terminal.flush();
      isDrawn = false;
    }
  }

  @Override
  public void close() {
    session.removeProgressListener(this);
    synchronized (this) {
      clear();
    }
  }

  /** Returns what is shown of a query, in at most a number of characters. */
  static String line(QueryProgress progress, int width) {
    List<String> parts = new ArrayList<>();
    parts.add(
        switch (progress.state()) {
          case PLANNING -> "planning";
          case WAITING -> "waiting for memory";
          case RUNNING, FINISHED, FAILED, CANCELLED -> bar(progress.share());
        });
    parts.add(time(progress.elapsed()));
    progress.left().ifPresent(left -> parts.add("about " + time(left) + " left"));
    if (progress.rows() > 0) {
      parts.add(scaled(progress.rows(), COUNT_UNITS) + " rows");
    }
    if (progress.bytesRead() > 0) {
      parts.add(bytes(progress.bytesRead()) + " read");
    }
    if (progress.memoryBytes() > 0) {
      parts.add(bytes(progress.memoryBytes()) + " memory");
    }
    if (progress.spilledBytes() > 0) {
      parts.add(bytes(progress.spilledBytes()) + " spilled");
    }
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      String next = line.isEmpty() ? part : ", " + part;
      if (line.length() + next.length() > width) {
        break; // the rest matters less
      }
      line.append(next);
    }
    return line.toString();
  }

  private static String bar(double share) {
    int full = (int) (share * CELLS);
    return String.format(
        Locale.ROOT,
        "%3d %% [%s%s]",
        (int) (share * 100),
        "#".repeat(full),
        ".".repeat(CELLS - full));
  }

  private static String time(Duration time) {
    long seconds = time.toSeconds();
    return seconds < 60
        ? seconds + " s"
        : seconds < 3600
            ? String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60)
            : String.format(Locale.ROOT, "%d:%02d h", seconds / 3600, seconds / 60 % 60);
  }

  private static String bytes(long bytes) {
    return scaled(bytes, BYTE_UNITS).replaceFirst("(\\d)([A-Z])", "$1 $2");
  }

  private static String scaled(long value, String[] units) {
    double left = value;
    int unit = 0;
    while (left >= 999.5 && unit < units.length - 1) {
      left /= 1000;
      unit++;
    }
    return String.format(
        Locale.ROOT, left < 99.95 && unit > 0 ? "%.1f%s" : "%.0f%s", left, units[unit]);
  }
}
