package dev.heddle.kernel;

import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Shows how far queries are that run for more than a second, at most twice a second, and takes that
 * away at their end. Called by one thread at a time.
 */
final class ProgressDisplay implements ProgressListener {
  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final long PAUSE_NANOS = 500_000_000;

  private record Shown(String id, long atNanos) {}

  private final CellOutput output;
  private final Map<Long, Shown> shown = new HashMap<>(); // by query

  ProgressDisplay(CellOutput output) {
    this.output = output;
  }

  @Override
  public void progress(QueryProgress progress) {
    if (progress.state().isEnd() || progress.elapsed().compareTo(QUIET) < 0) {
      return;
    }
    long now = System.nanoTime();
    Shown before = shown.get(progress.query());
    if (before != null && now - before.atNanos() < PAUSE_NANOS) {
      return;
    }
    String id = before == null ? UUID.randomUUID().toString() : before.id();
    shown.put(progress.query(), new Shown(id, now));
    Display data = data(progress).withId(id);
    if (before == null) {
      output.show(data);
    } else {
      output.update(data);
    }
  }

  @Override
  public void event(QueryEvent event) {
    if (event instanceof QueryEvent.Ended) {
      Shown last = shown.remove(event.query());
      if (last != null) {
        output.update(Display.ofText("").withHtml("").withId(last.id()));
      }
    }
  }

  private static Display data(QueryProgress progress) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%.0f %%", 100 * progress.share()));
    text.append(String.format(Locale.ROOT, ", %,d rows read", progress.rows()));
    text.append(", ").append(progress.elapsed().toSeconds()).append(" s");
    progress
        .left()
        .ifPresent(left -> text.append(", about ").append(left.toSeconds()).append(" s left"));
    return Display.ofText(text.toString())
        .withHtml(
            String.format(
                    Locale.ROOT,
                    "<progress max=\"1\" value=\"%.3f\"></progress> ",
                    progress.share())
                + text);
  }
}
