package dev.heddle.engine.guide;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.io.ipc.ArrowInput;
import dev.heddle.io.ipc.ArrowOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Test;

/**
 * Runs the fragments of {@code docs/guide/java.md}, whose program and POM {@code consumer-test}
 * runs; {@link GuideTextTest} compares the texts.
 */
class JavaGuideTest {
  private record Order(long id, double price) {}

  @Test
  void streamsArrow() throws IOException {
    try (Session session = Heddle.local();
        BufferAllocator allocator = new RootAllocator()) {
      DataFrame orders = session.from(List.of(new Order(1, 20), new Order(2, 5)));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      write(orders, bytes);
      assertThat(read(session, allocator, new ByteArrayInputStream(bytes.toByteArray())))
          .isEqualTo(1);
    }
  }

  @Test
  void watchesQueries() {
    try (Session session = Heddle.local()) {
      watch(session, session.from(List.of(new Order(1, 20), new Order(2, 5))));
    }
  }

  private static void watch(Session session, DataFrame orders) {
    session.addProgressListener(
        progress -> System.err.printf("%s %.0f %%%n", progress.state(), 100 * progress.share()));
    QueryHandle query = session.submit(orders.sort("price")).cancelAfter(Duration.ofMinutes(10));
    try (QueryResult rows = query.result().join()) { // a CompletableFuture
      rows.forEach(System.out::println);
    }
    assertThat(query.progress().state()).isEqualTo(QueryState.FINISHED);
  }

  private static void write(DataFrame orders, OutputStream out) {
    ArrowOutput.writeStream(orders::toArrow, out);
  }

  private static long read(Session session, BufferAllocator allocator, InputStream in)
      throws IOException {
    long rows = 0;
    try (ArrowReader reader = ArrowInput.read(in, allocator)) {
      while (reader.loadNextBatch()) {
        rows += session.from(reader.getVectorSchemaRoot()).filter(col("price").gt(10)).count();
      }
    }
    return rows;
  }
}
