package dev.heddle.engine.frame;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sessions in which a query runs in different ways, by what is said of them. */
final class SessionsOfAllKinds {
  private SessionsOfAllKinds() {}

  /** Opens them; they are the caller's to close. */
  static Map<String, Session> open() {
    SessionOptions options =
        SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(1L << 29);
    Map<String, Session> sessions = new LinkedHashMap<>();
    sessions.put("one thread", Heddle.local(options));
    sessions.put("four threads", Heddle.local(options.withThreads(4)));
    sessions.put("as written", Heddle.local(options.withThreads(2).withoutOptimizer()));
    sessions.put("in 3 partitions", Heddle.local(options.withThreads(2).withPartitions(3)));
    return sessions;
  }
}
