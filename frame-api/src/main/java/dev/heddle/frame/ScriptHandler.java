package dev.heddle.frame;

import dev.heddle.frame.spi.StatementResult;

/**
 * Takes what the statements of a script give, in their order and on the thread that runs the
 * script, see {@link Session#execute(String, ScriptHandler)}. What it throws ends the script.
 */
public interface ScriptHandler {
  /**
   * Takes a query that has been checked and has not run.
   *
   * @param statement its text
   */
  void query(String statement, DataFrame rows);

  /** Takes what any other statement has done; its rows, if there are any, are lent. */
  void result(StatementResult result);
}
