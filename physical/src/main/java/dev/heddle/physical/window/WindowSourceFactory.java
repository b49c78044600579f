package dev.heddle.physical.window;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.sort.ExternalSort;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the rows of a window with the values of its calls. The position is the segment, or the
 * part of the merge.
 */
final class WindowSourceFactory implements SourceFactory {
  private final WindowBreaker window;
  private final AtomicInteger nextSegment = new AtomicInteger();

  WindowSourceFactory(WindowBreaker window) {
    this.window = window;
  }

  @Override
  public Source open(TaskContext context) {
    WindowGroups groups = window.groups();
    return groups == null ? new WindowSource(context) : new GroupsSource(groups, context);
  }

  @Override
  public int maxThreads() {
    WindowGroups groups = window.groups();
    if (groups != null) {
      return groups.partCount();
    }
    ExternalSort merged = window.merged();
    return merged == null ? Math.max(1, window.segmentCount()) : merged.runs().threads();
  }

  @Override
  public void close() {
    window.free();
  }

  /** Delivers rows in the order in which they have come. */
  private final class GroupsSource implements Source {
    private final WindowGroups groups;
    private final TaskContext context;
    private int part = -1;
    private int next; // row of the part to deliver

    GroupsSource(WindowGroups groups, TaskContext context) {
      this.groups = groups;
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      if (part < 0 || next == groups.rows(part)) {
        part = nextSegment.getAndIncrement();
        next = 0;
        if (part >= groups.partCount()) {
          return false;
        }
      }
      int count = Math.min(Batch.MAX_ROWS, groups.rows(part) - next);
      if (count > 0) {
        output.emit(groups.batch(part, next, count, context.account()));
      }
      next += count;
      return true;
    }

    @Override
    public long position() {
      return Math.max(0, part);
    }

    @Override
    public void close() {}
  }

  private final class WindowSource implements Source {
    private final TaskContext context;
    private @Nullable WindowSegment segment;
    private @Nullable WindowMerge merge; // of the part that number names, if rows are merged
    private long number;
    private int next; // row to deliver

    WindowSource(TaskContext context) {
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      WindowSegment current = segment;
      if (current == null) {
        current = nextSegment();
        if (current == null) {
          return false;
        }
        next = current.from();
        segment = current;
      }
      int count = Math.min(Batch.MAX_ROWS, current.to() - next);
      if (count > 0) {
        output.emit(batch(current, count));
      }
      next += count;
      if (next == current.to()) {
        closeSegment();
      }
      return true;
    }

    private @Nullable WindowSegment nextSegment() {
      ExternalSort merged = window.merged();
      if (merged == null) {
        number = nextSegment.getAndIncrement();
        return number < window.segmentCount() ? window.openSegment((int) number, context) : null;
      }
      while (true) {
        WindowMerge part = merge;
        if (part == null) {
          number = nextSegment.getAndIncrement();
          if (number >= merged.runs().partCount()) {
            return null;
          }
          TaskContext reserved = merged.reserved(context);
          part = new WindowMerge(window, merged.runs().open((int) number, context), reserved);
          merge = part;
        }
        WindowSegment made = part.next();
        if (made != null) {
          return made;
        }
        merge = null;
        part.close();
      }
    }

    private Batch batch(WindowSegment current, int count) {
      List<Column> values = current.values(window.plan());
      int stored = current.store().columnCount();
      MemoryAccount account = context.account();
      Buffer positions = account.allocate(4L * count);
      try {
        for (int i = 0; i < count; i++) {
          Memory.putInt(positions.address() + 4L * i, next + i);
        }
        Column[] columns =
            Column.makeAll(
                stored + values.size(),
                i ->
                    i < stored
                        ? stored(current, i, count, positions.address())
                        : Gather.rows(values.get(i - stored), positions.address(), count, account));
        return Batch.of(account, count, columns);
      } finally {
        positions.release();
      }
    }

    private Column stored(WindowSegment current, int column, int count, long positions) {
      return window.isRead(column)
          ? current.range(column, next, count, positions)
          : ConstantColumns.nulls(current.store().type(column), count, context.account());
    }

    @Override
    public long position() {
      return number;
    }

    @Override
    public void close() {
      closeSegment();
      if (merge != null) {
        WindowMerge left = merge;
        merge = null;
        left.close();
      }
    }

    private void closeSegment() {
      if (segment != null) {
        segment.close();
        segment = null;
      }
    }
  }
}
