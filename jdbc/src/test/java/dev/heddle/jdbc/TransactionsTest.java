package dev.heddle.jdbc;

import java.util.concurrent.atomic.AtomicInteger;

/** Transactions in the process. */
class TransactionsTest extends TransactionsContract {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String url = "jdbc:heddle:transactions" + COUNT.incrementAndGet() + "?threads=1";

  @Override
  protected String url() {
    return url;
  }
}
