package dev.heddle.engine.session;

import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it is told of queries, for tests. Thread-safe. */
public class KeptEvents implements ProgressListener {
  private final List<QueryEvent> events = new CopyOnWriteArrayList<>();

  @Override
  public void progress(QueryProgress progress) {}

  @Override
  public void event(QueryEvent event) {
    events.add(event);
  }

  /** Returns all, in their order. */
  public List<QueryEvent> all() {
    return List.copyOf(events);
  }

  /** Returns those of one kind, in their order. */
  public <E extends QueryEvent> List<E> of(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
