package dev.heddle.physical.operator;

/** Whether an operator wants more. */
public enum Status {
  /** More input is welcome. */
  NEEDS_INPUT,
  /** No further input, on any thread, will change the output; the sources may stop. */
  DONE
}
