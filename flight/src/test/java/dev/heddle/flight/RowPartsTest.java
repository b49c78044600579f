package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much is kept for parts, and what each gets, over a stream of numbers. */
class RowPartsTest {
  private static final int BATCH_ROWS = 16 << 10;
  private static final long BATCH_BYTES = BATCH_ROWS * 16L; // Arrow takes a power of two
  private static final long BUDGET = 64L << 20; // so that 4 MiB wait
  private static final long MAX_WAITING = BUDGET / 16;

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingIsLeft() {
    allocator.close(); // throws if bytes are left in it
  }

  /** Gives numbers, and notes how many batches it was asked for. */
  private final class Numbers implements ArrowStream {
    private final Schema schema = Schema.of(new Field("i", DataType.INT64, false));
    private final VectorSchemaRoot root =
        VectorSchemaRoot.create(ArrowTypes.toArrow(schema), allocator);
    private final int batches;
    private final int failsAt;
    private final AtomicInteger made = new AtomicInteger();
    private volatile boolean isClosed;

    Numbers(int batches, int failsAt) {
      this.batches = batches;
      this.failsAt = failsAt;
    }

    @Override
    public Schema schema() {
      return schema;
    }

    @Override
    public VectorSchemaRoot root() {
      return root;
    }

    @Override
    public boolean next() {
      root.clear();
      if (made.get() == failsAt) {
        throw new HeddleException(ErrorCode.IO, "it broke");
      }
      if (made.get() == batches) {
        return false;
      }
      BigIntVector vector = (BigIntVector) root.getVector(0);
      vector.allocateNew(BATCH_ROWS);
      for (int i = 0; i < BATCH_ROWS; i++) {
        vector.set(i, (long) made.get() * BATCH_ROWS + i);
      }
      root.setRowCount(BATCH_ROWS);
      made.incrementAndGet();
      return true;
    }

    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        root.close();
      }
    }
  }

  /** Returns the number of the batch that a part gives next; -1 if there is none. */
  private int batch(RowParts parts, int part) {
    try (ArrowRecordBatch batch = parts.take(part);
        VectorSchemaRoot root = parts.root(batch, allocator)) {
      if (batch == null) {
        return -1;
      }
      new VectorLoader(root).load(batch);
      long first = ((BigIntVector) root.getVector(0)).get(0);
      assertThat(root.getRowCount()).isEqualTo(BATCH_ROWS);
      return Math.toIntExact(first / BATCH_ROWS);
    }
  }

  private List<Integer> rest(RowParts parts, int part) {
    List<Integer> all = new ArrayList<>();
    for (int next = batch(parts, part); next >= 0; next = batch(parts, part)) {
      all.add(next);
    }
    return all;
  }

  @Test
  void ofARunOfRowsABoundedNumberOfBytesWaits() {
    Numbers numbers = new Numbers(400, -1);
    try (RowParts parts = new RowParts(numbers, RowOrder.ORDERED, 4, BUDGET)) {
      assertThat(parts.count()).isEqualTo(4);
      int first = batch(parts, 3);
      assertThat(first * BATCH_BYTES).isBetween(MAX_WAITING * 3 / 4, MAX_WAITING);
      assertThat(allocator.getAllocatedMemory()).isLessThanOrEqualTo(MAX_WAITING + 4 * BATCH_BYTES);
      List<Integer> last = rest(parts, 3);
      assertThat(last).hasSize(400 - first - 1).isSorted();
      assertThat(numbers.isClosed).isTrue();
      List<Integer> all = new ArrayList<>(rest(parts, 0));
      all.addAll(rest(parts, 1));
      all.addAll(rest(parts, 2));
      assertThat(all).hasSize(first).isSorted().doesNotHaveDuplicates();
      assertThat(rest(parts, 0)).isEmpty();
    }
  }

  @Test
  void whatAReaderLeavesOfItsRunIsNotKept() {
    Numbers numbers = new Numbers(400, -1);
    try (RowParts parts = new RowParts(numbers, RowOrder.ORDERED, 4, BUDGET)) {
      parts.leave(0);
      parts.leave(1);
      parts.leave(2);
      int first = batch(parts, 3);
      assertThat(first).isPositive();
      assertThat(allocator.getAllocatedMemory()).isLessThanOrEqualTo(4 * BATCH_BYTES);
      assertThat(rest(parts, 3)).hasSize(399 - first);
    }
  }

  @Test
  void withoutAnOrderNothingWaitsButTheFirstRows() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    Numbers numbers = new Numbers(400, -1);
    try (RowParts parts = new RowParts(numbers, RowOrder.UNORDERED, 4, BUDGET)) {
      int head = numbers.made.get();
      assertThat(head * BATCH_BYTES).isLessThanOrEqualTo(MAX_WAITING + BATCH_BYTES);
      List<Integer> all = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        all.add(batch(parts, random.nextInt(4)));
        assertThat(numbers.made.get() - all.size())
            .isLessThanOrEqualTo(Math.max(0, head - all.size()) + 1);
      }
      assertThat(all).as("seed %d", seed).isSorted().doesNotHaveDuplicates().hasSize(400);
      for (int part = 0; part < 4; part++) {
        assertThat(batch(parts, part)).isEqualTo(-1);
      }
    }
  }

  @Test
  void anErrorComesAfterTheRowsBeforeItToEachPart() {
    Numbers numbers = new Numbers(400, 300);
    try (RowParts parts = new RowParts(numbers, RowOrder.ORDERED, 3, BUDGET)) {
      assertThat(batch(parts, 2)).isPositive();
      assertThatThrownBy(() -> rest(parts, 2)).hasMessage("it broke");
      assertThat(rest(parts, 0)).isNotEmpty(); // its rows were complete
      assertThat(rest(parts, 1)).isNotEmpty();
      assertThatThrownBy(() -> rest(parts, 2)).hasMessage("it broke");
      assertThat(numbers.isClosed).isTrue();
    }
    Numbers broken = new Numbers(400, 1);
    assertThatThrownBy(() -> new RowParts(broken, RowOrder.UNORDERED, 3, BUDGET))
        .hasMessage("it broke");
    assertThat(broken.isClosed).isTrue();
  }

  @Test
  void closingEndsThoseThatWait() {
    Numbers numbers = new Numbers(400, -1);
    RowParts parts = new RowParts(numbers, RowOrder.ORDERED, 3, BUDGET);
    assertThat(batch(parts, 1)).isPositive();
    CompletableFuture<List<Integer>> last = CompletableFuture.supplyAsync(() -> rest(parts, 2));
    parts.close();
    assertThat(numbers.isClosed).isTrue();
    assertThatThrownBy(() -> batch(parts, 0)).hasMessageContaining("cancelled");
    try {
      assertThat(last.join()).isSorted(); // it was quicker
    } catch (java.util.concurrent.CompletionException e) {
      assertThat(e).rootCause().hasMessageContaining("cancelled");
    }
  }
}
