package dev.heddle.physical.operator;

/**
 * A plan node that needs all of its input before its first output: the sink of one pipeline and the
 * source of a later one, around a state that both share.
 *
 * <p>The source frees the state when it is closed; so does the sink, which is closed at the end of
 * the run, in case the source never ran.
 */
public interface Breaker {
  /**
   * Memory that a breaker needs to get on with, all else being spilled, if it states nothing else.
   */
  long FLOOR_BYTES = 4L << 20;

  /** Returns the end of the pipeline that takes the input in. */
  SinkFactory sink();

  /** Returns the start of the pipeline that hands the output on. */
  SourceFactory source();
}
