package dev.heddle.io.parquet.fetch;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads many small ranges of a file: all at once, neighbours together. */
public final class RangeReads {
  private RangeReads() {}

  /** Some bytes of a file. */
  public record Range(long from, int bytes) {
    public long to() {
      return from + bytes;
    }
  }

  private record Run(long from, long to, List<Integer> members) {}

  /**
   * Returns the bytes of ranges, in their order.
   *
   * @param account pays until this returns
   * @param counter receives how many bytes are read, those between the ranges among them
   */
  public static List<byte[]> read(
      RangedInput input, List<Range> ranges, MemoryAccount account, LongConsumer counter) {
    List<Run> runs = runs(ranges, input.coalesceGap());
    List<PendingRead> reads = new ArrayList<>();
    byte[][] bytes = new byte[ranges.size()][];
    try {
      for (Run run : runs) {
        reads.add(input.start(run.from, Math.toIntExact(run.to - run.from), account));
      }
      for (int i = 0; i < runs.size(); i++) {
        Run run = runs.get(i);
        Buffer buffer = reads.get(i).await();
        try {
          for (int member : run.members) {
            Range range = ranges.get(member);
            long address = buffer.address() + (range.from - run.from);
            bytes[member] = Memory.toArray(address, range.bytes);
          }
        } finally {
          buffer.release();
        }
        counter.accept(run.to - run.from);
      }
    } finally {
      reads.forEach(PendingRead::close);
    }
    return List.of(bytes);
  }

  private static List<Run> runs(List<Range> ranges, int gap) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      order.add(i);
    }
    order.sort((a, b) -> Long.compare(ranges.get(a).from, ranges.get(b).from));
    List<Run> runs = new ArrayList<>();
    for (int i : order) {
      Range range = ranges.get(i);
      Run last = runs.isEmpty() ? null : runs.getLast();
      if (last != null && range.from - last.to <= gap) {
        last.members.add(i);
        runs.set(runs.size() - 1, new Run(last.from, Math.max(last.to, range.to()), last.members));
      } else {
        runs.add(new Run(range.from, range.to(), new ArrayList<>(List.of(i))));
      }
    }
    return runs;
  }
}
