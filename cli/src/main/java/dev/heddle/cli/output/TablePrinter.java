package dev.heddle.cli.output;

import dev.heddle.frame.QueryResult;
import java.io.IOException;

/** Prints results as tables of characters. */
public interface TablePrinter {
  /** Prints a result, which is lent. */
  void print(QueryResult rows) throws IOException;
}
