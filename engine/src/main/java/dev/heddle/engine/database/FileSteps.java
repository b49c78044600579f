package dev.heddle.engine.database;

/** Is called before each step by which the files of a database change. */
@FunctionalInterface
public interface FileSteps {
  /** Lets all steps happen. */
  FileSteps NONE = step -> {};

  /**
   * Lets a step happen, or fails, and then it does not happen.
   *
   * @param step what is going to be done, for messages
   */
  void before(String step);
}
