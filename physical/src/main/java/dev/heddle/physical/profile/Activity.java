package dev.heddle.physical.profile;

import java.util.Locale;

/** What a thread does for a query outside of the nodes of its plan. */
public enum Activity {
  /** It makes a plan of the query. */
  PLANNING,
  /** It begins or ends tasks. */
  TASK,
  /** It writes what tasks send to others. */
  EXCHANGE,
  /** It hands rows to who has asked for them. */
  RESULT;

  /** How many there are. */
  static final int COUNT = values().length;

  /** Returns it in a word. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
