package dev.heddle.engine.profile;

import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Relates the clock of the recorder to that of {@link System#nanoTime}. */
@Name(ClockEvent.NAME)
@Label("Clock")
@StackTrace(false)
final class ClockEvent extends Event {
  static final String NAME = "dev.heddle.Clock";

  @Label("Nanoseconds")
  long nanos;

  /** Emits some: the quickest of them is right. */
  static void emit() {
    for (int i = 0; i < 4; i++) {
      ClockEvent event = new ClockEvent();
      event.nanos = System.nanoTime();
      event.commit();
    }
  }
}
