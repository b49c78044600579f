package dev.heddle.server.model;

/**
 * A step of a path through a flame graph.
 *
 * @param name a line for people
 * @param number of the stage or node; -1 where there is none
 */
public record FlameStep(Kind kind, String name, int number) {
  /** What a step is. */
  public enum Kind {
    /** All there is. */
    ROOT,
    /** A stage. */
    STAGE,
    /** A node of the plan. */
    NODE,
    /** What a thread did outside of nodes. */
    ACTIVITY,
    /** A thread. */
    THREAD,
    /** A method. */
    CODE,
    /** What is too small to be seen, put together. */
    OTHERS,
    /** What is deeper than paths may be. */
    CUT
  }

  /** Returns a method. */
  static FlameStep code(String frame) {
    return new FlameStep(Kind.CODE, frame, -1);
  }

  /** Returns what a thread did outside of nodes. */
  static FlameStep activity(String name) {
    return new FlameStep(Kind.ACTIVITY, name, -1);
  }
}
