package dev.heddle.physical.window;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.RowGroups;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates over whole partitions without a sort: each thread groups the rows of some chunks, the
 * groups become one table, and each row, in its place, finds the values of its group there.
 *
 * <p>Where partitions are small this costs more than to sort, so that it is given up then.
 * Immutable once made; shared by all threads.
 */
final class WindowGroups implements AutoCloseable {
  private static final int FEWEST_ROWS_PER_GROUP = 16; // beside a few groups
  private static final int SMALL_GROUPS = 1 << 10;

  /**
   * Where a chunk has this number of new groups beside the first one's, there is no end of them to
   * see.
   */
  private static final double SHARE_OF_FIRST = 0.9;

  private final RowStore store;
  private final Buffer groups; // int32, of each row
  private final Batch results; // of each group: keys, then values
  private final int keyCount;

  private WindowGroups(RowStore store, Buffer groups, Batch results, int keyCount) {
    this.store = store;
    this.groups = groups;
    this.results = results;
    this.keyCount = keyCount;
  }

  /** Returns whether all calls are of a kind that does not depend on the order of rows. */
  static boolean suits(PhysicalPlan.Window plan) {
    return !plan.partitionKeys().isEmpty()
        && plan.order().isEmpty()
        && plan.calls().stream().allMatch(WindowGroups::suits);
  }

  private static boolean suits(WindowCall call) {
    WindowBounds frame = call.frame();
    boolean isWhole =
        frame.start() instanceof WindowBounds.Unbounded
            && frame.exclusion() == WindowBounds.Exclusion.NOTHING
            && (frame.end() instanceof WindowBounds.Unbounded
                || (frame.end() instanceof WindowBounds.CurrentRow
                    && frame.unit() != FrameUnit.ROWS)); // whose peers are all rows
    return isWhole && call.aggregate().filter(WindowGroups::suits).isPresent();
  }

  private static boolean suits(AggregateCall call) {
    return !call.distinct() && call.function().family().canRun();
  }

  /**
   * Groups all rows of a store, which stays the caller's and must live as long.
   *
   * @return null if partitions are small
   */
  static @Nullable WindowGroups of(PhysicalPlan.Window plan, RowStore store, TaskContext context) {
    try (Grouping grouping = new Grouping(plan, store, context)) {
      return grouping.run();
    }
  }

  /** Returns the number of parts that rows are delivered in. */
  int partCount() {
    return store.chunkCount();
  }

  /** Returns the number of rows of a part. */
  int rows(int part) {
    return store.chunkRows(part);
  }

  /** Returns rows of a part with the values of the calls. */
  Batch batch(int part, int from, int count, MemoryAccount account) {
    int first = (part << RowStore.CHUNK_SHIFT) + from;
    int stored = store.columnCount();
    int calls = results.columnCount() - keyCount;
    Column[] columns =
        Column.makeAll(
            stored + calls,
            i ->
                i < stored
                    ? store.range(i, first, count, account)
                    : Gather.rows(
                        results.physicalColumn(keyCount + i - stored),
                        groups.address() + 4L * first,
                        count,
                        account));
    return Batch.of(account, count, columns);
  }

  @Override
  public void close() {
    groups.release();
    results.close();
  }

  /** The way from rows to groups. */
  private static final class Grouping implements AutoCloseable {
    private final RowStore store;
    private final TaskContext context;
    private final MemoryAccount account;
    private final int[] columns; // of the store, that keys and calls read
    private final PhysicalPlan.Aggregate node; // over these
    private final @Nullable RowGroups[] parts; // one a thread
    private final int[] partOf; // by chunk
    private final AtomicInteger nextChunk = new AtomicInteger();
    private final AtomicBoolean hasMany = new AtomicBoolean();
    private @Nullable Buffer groups;

    Grouping(PhysicalPlan.Window plan, RowStore store, TaskContext context) {
      this.store = store;
      this.context = context;
      this.account = context.account();
      this.columns = columns(plan);
      this.node = node(plan);
      this.parts = new RowGroups[Math.min(context.threads(), store.chunkCount())];
      this.partOf = new int[store.chunkCount()];
    }

    private static int[] columns(PhysicalPlan.Window plan) {
      IntStream.Builder read = IntStream.builder();
      plan.partitionKeys().forEach(read::add);
      for (WindowCall call : plan.calls()) {
        AggregateCall aggregate = call.aggregate().orElseThrow();
        aggregate.arguments().forEach(read::add);
        aggregate.filter().ifPresent(read::add);
      }
      return read.build().distinct().toArray();
    }

    private int place(int column) {
      return IntStream.range(0, columns.length)
          .filter(i -> columns[i] == column)
          .findFirst()
          .orElseThrow();
    }

    private PhysicalPlan.Aggregate node(PhysicalPlan.Window plan) {
      Schema input = plan.input().output();
      List<Field> read = IntStream.of(columns).mapToObj(input::field).toList();
      List<Field> output = new ArrayList<>();
      plan.partitionKeys().forEach(key -> output.add(input.field(key)));
      List<AggregateCall> calls = new ArrayList<>();
      for (int i = 0; i < plan.calls().size(); i++) {
        AggregateCall call = plan.calls().get(i).aggregate().orElseThrow();
        calls.add(
            new AggregateCall(
                call.function(),
                call.arguments().stream().map(this::place).toList(),
                call.constants(),
                false,
                call.filter().isPresent()
                    ? OptionalInt.of(place(call.filter().getAsInt()))
                    : OptionalInt.empty(),
                List.of(),
                call.type(),
                call.code()));
        output.add(plan.output().field(input.size() + i));
      }
      return new PhysicalPlan.Aggregate(
          new PhysicalPlan.Values(List.of(), new Schema(read), Estimate.UNKNOWN),
          plan.partitionKeys().stream().map(this::place).toList(),
          calls,
          AggregateMode.SINGLE,
          new Schema(output),
          Estimate.UNKNOWN);
    }

    @Nullable WindowGroups run() {
      Buffer numbers = account.allocate(4L * Math.max(1, store.rows()));
      groups = numbers;
      context.parallel(parts.length, this::group);
      if (hasMany.get()) {
        return null;
      }
      RowGroups all = part(0);
      for (int i = 1; i < parts.length; i++) {
        absorb(all, i, numbers);
      }
      WindowGroups made = new WindowGroups(store, numbers, all.results(), node.keys().size());
      groups = null;
      return made;
    }

    private RowGroups part(int number) {
      RowGroups known = parts[number];
      if (known == null) {
        throw new IllegalStateException("Part " + number + " has not been grouped");
      }
      return known;
    }

    /** Groups the rows of chunks until there is none left. */
    private void group(int number) {
      RowGroups part = new RowGroups(node, account);
      parts[number] = part;
      int ofFirst = 0;
      int chunk = nextChunk.getAndIncrement();
      while (chunk < store.chunkCount() && !hasMany.get()) {
        partOf[chunk] = number;
        int before = part.groupCount();
        group(part, chunk);
        int added = part.groupCount() - before;
        boolean goesOn = before > 0 && added > SHARE_OF_FIRST * ofFirst;
        if ((goesOn && added > store.chunkRows(chunk) / FEWEST_ROWS_PER_GROUP)
            || part.groupCount() > Math.max(SMALL_GROUPS, store.rows() / FEWEST_ROWS_PER_GROUP)) {
          hasMany.set(true);
        }
        ofFirst = before == 0 ? added : ofFirst;
        chunk = nextChunk.getAndIncrement();
      }
    }

    private void group(RowGroups part, int chunk) {
      int end = (chunk << RowStore.CHUNK_SHIFT) + store.chunkRows(chunk);
      for (int first = chunk << RowStore.CHUNK_SHIFT; first < end; first += Batch.MAX_ROWS) {
        context.checkCancelled();
        int count = Math.min(Batch.MAX_ROWS, end - first);
        try (Batch batch = read(first, count)) {
          Memory.copy(part.add(batch), numbers() + 4L * first, 4L * count);
        }
      }
    }

    private long numbers() {
      return groups == null ? 0 : groups.address();
    }

    private Batch read(int first, int count) {
      Column[] read =
          Column.makeAll(columns.length, i -> store.range(columns[i], first, count, account));
      return Batch.of(account, count, read);
    }

    /** Adds a thread's groups to those of the first, and numbers its rows anew. */
    private void absorb(RowGroups all, int number, Buffer numbers) {
      RowGroups part = part(number);
      Buffer mapped = account.allocate(4L * Math.max(1, part.groupCount()));
      try {
        all.absorb(part, mapped.address());
        context.parallel(
            store.chunkCount(),
            chunk -> {
              if (partOf[chunk] == number) {
                renumber(chunk, mapped.address(), numbers.address());
              }
            });
      } finally {
        mapped.release();
      }
      parts[number] = null;
      part.close();
    }

    private void renumber(int chunk, long mapped, long numbers) {
      long at = numbers + 4L * chunk * RowStore.CHUNK_ROWS;
      for (int i = 0; i < store.chunkRows(chunk); i++) {
        Memory.putInt(at + 4L * i, Memory.getInt(mapped + 4L * Memory.getInt(at + 4L * i)));
      }
    }

    @Override
    public void close() {
      Closeables.all(parts);
      if (groups != null) {
        groups.release();
      }
    }
  }
}
