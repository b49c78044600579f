package dev.heddle.server;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.UiOptions;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** A session with a dashboard, and queries that wait until a test has seen enough. */
final class WatchedSession implements AutoCloseable {
  private static final int ROWS = 200_000;

  private final Path folder;
  private final Session session;
  private final CountDownLatch seen = new CountDownLatch(1);

  WatchedSession(Path folder) {
    this(folder, options -> options);
  }

  WatchedSession(Path folder, UnaryOperator<SessionOptions> refined) {
    this.folder = folder;
    UiOptions ui = UiOptions.ofPort(0).withHistory(folder.resolve("history"));
    session = Heddle.local(refined.apply(SessionOptions.defaults().withThreads(2)).withUi(ui));
    session.register(
        UserFunction.local(
            "wait_for_test",
            (UdfN<Long>)
                values -> {
                  long id = (Long) values[0];
                  if (id == ROWS / 4 * 3) {
                    seen.await();
                  }
                  return id;
                },
            DataType.INT64,
            DataType.INT64));
  }

  Session session() {
    return session;
  }

  Path history() {
    return folder.resolve("history");
  }

  /** A file of two row groups. */
  String file(String name) {
    String path = folder.resolve(name).toString();
    if (!Files.exists(Path.of(path))) {
      session.execute(
          "copy (select i as id, i % 100 as k, 'name ' || i as name from range("
              + ROWS
              + ") r(i)) to '"
              + path.replace("'", "''")
              + "' (row_group_size "
              + ROWS / 2
              + ")");
    }
    return path;
  }

  /** A query that goes on once it is let go. */
  DataFrame waiting(String text) {
    return session.sql(text.replace("FILE", "'" + file("rows.parquet") + "'"));
  }

  void letGo() {
    seen.countDown();
  }

  @Override
  public void close() {
    letGo();
    session.close();
  }
}
