package dev.heddle.engine.ui;

import dev.heddle.frame.option.UiOptions;

/** Starts dashboards. Found by ServiceLoader. */
public interface SessionUiProvider {
  /**
   * Shows a session from now on.
   *
   * @throws dev.heddle.frame.error.HeddleException if it cannot listen, or may not: {@code IO} or
   *     {@code INVALID_ARGUMENT}
   */
  SessionUi start(ObservedSession session, UiOptions options);
}
