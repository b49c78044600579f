package dev.heddle.engine.ui;

import dev.heddle.frame.option.UiOptions;
import java.util.Map;

/** Starts dashboards, and makes reports. Found by ServiceLoader. */
public interface SessionUiProvider {
  /**
   * Shows a session from now on.
   *
   * @throws dev.heddle.frame.error.HeddleException if it cannot listen, or may not: {@code IO} or
   *     {@code INVALID_ARGUMENT}
   */
  SessionUi start(ObservedSession session, UiOptions options);

  /**
   * Makes what writes down what queries do, for a report.
   *
   * @param settings of the session, by name, to be shown
   */
  QueryReporter reporter(Map<String, String> settings);
}
