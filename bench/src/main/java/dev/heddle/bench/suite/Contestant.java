package dev.heddle.bench.suite;

/** An engine with a suite's tables open, in this process or in one of its own. */
interface Contestant extends AutoCloseable {
  /** Returns the engine's name. */
  String name();

  /** Returns the number of rows of a table of the suite. */
  long rows(String table);

  /**
   * Asks a question once.
   *
   * @param question its position among the suite's
   * @param wantsAnswer whether the answer is to be returned; making it is not measured
   */
  Measurement ask(int question, boolean wantsAnswer);

  @Override
  void close();
}
