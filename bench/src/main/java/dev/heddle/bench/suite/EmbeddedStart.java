package dev.heddle.bench.suite;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;

/** A program that embeds Heddle and runs one query, for {@link StartBenchmark}. */
final class EmbeddedStart {
  private EmbeddedStart() {}

  /** Prints the result of the query that is the first argument. */
  public static void main(String[] arguments) {
    try (Session session = Heddle.local()) {
      session.sql(arguments[0]).show();
    }
  }
}
