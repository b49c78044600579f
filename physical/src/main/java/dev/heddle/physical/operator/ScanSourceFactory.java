package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the task's share of a table: the threads take its splits in table order from one cursor, so
 * that they end together however long each split takes.
 */
final class ScanSourceFactory implements SourceFactory {
  private final TableScan scan;
  private final List<Split> splits;
  private final AtomicInteger nextSplit = new AtomicInteger();

  ScanSourceFactory(TableScan scan) {
    this.scan = scan;
    splits = scan.splits();
  }

  @Override
  public Source open(TaskContext context) {
    return new ScanSource(context);
  }

  @Override
  public int maxThreads() {
    return Math.max(1, splits.size());
  }

  @Override
  public void close() {}

  private final class ScanSource implements Source {
    private final TaskContext context;
    private @Nullable SplitReader reader;
    private long position;
    private @Nullable SplitReader following; // opened early where that lets storage work ahead
    private long followingPosition;

    ScanSource(TaskContext context) {
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      SplitReader current = reader;
      if (current == null) {
        if (following == null) {
          openFollowing();
        }
        current = following;
        if (current == null) {
          return false;
        }
        reader = current;
        position = followingPosition;
        following = null;
        if (current.startAhead()) {
          openFollowing();
          if (following != null) {
            following.startAhead();
          }
        }
      }
      Optional<Batch> batch = current.next();
      if (batch.isPresent()) {
        output.emit(batch.get());
      } else {
        reader = null;
        current.close();
      }
      return true;
    }

    private void openFollowing() {
      long chosen = context.partition() + (long) context.partitions() * nextSplit.getAndIncrement();
      if (chosen < splits.size()) {
        followingPosition = chosen;
        following = scan.open(splits.get((int) chosen), context.account());
      }
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {
      if (reader != null) {
        reader.close();
        reader = null;
      }
      if (following != null) {
        following.close();
        following = null;
      }
    }
  }
}
