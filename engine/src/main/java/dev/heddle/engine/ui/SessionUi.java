package dev.heddle.engine.ui;

import java.net.URI;

/** A session's dashboard. Thread-safe. */
public interface SessionUi extends AutoCloseable {
  /** Returns a new link that lets one browser in. */
  URI link();

  /** Ends it; queries go on. */
  @Override
  void close();
}
