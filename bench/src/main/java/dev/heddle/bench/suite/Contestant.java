package dev.heddle.bench.suite;

/** An engine with a suite's tables open, in this process or in one of its own. */
interface Contestant extends AutoCloseable {
  /** Returns the engine's name. */
  String name();

  /** Returns the number of rows of a table of the suite. */
  long rows(String table);

  /** What asking a question gives. */
  enum Reply {
    /** What answering takes. */
    COST,
    /** The answer too; making it is not measured. */
    ANSWER
  }

  /**
   * Asks a question once.
   *
   * @param question its position among the suite's
   */
  Measurement ask(int question, Reply wanted);

  @Override
  void close();
}
