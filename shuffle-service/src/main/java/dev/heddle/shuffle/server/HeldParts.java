package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.store.PackFormat;
import java.util.List;

/** Parts of packs in memory, which it owns: map by map, pack by pack. */
final class HeldParts implements PartSource {
  private final List<Buffer> packs;
  private final PartRun run;
  private int pack = -1;
  private int at; // part of the pack that is next
  private int end; // the first one of a higher partition
  private long part;

  HeldParts(List<Buffer> packs, PartRun run) {
    this.packs = packs;
    this.run = run;
  }

  @Override
  public boolean next() {
    while (true) {
      while (at == end) {
        pack++;
        if (pack == packs.size()) {
          return false;
        }
        long address = packs.get(pack).address();
        at = PackFormat.first(address, run.partition());
        end = at;
        int count = PackFormat.count(address);
        while (end < count && PackFormat.partition(address, end) == run.partition()) {
          end++;
        }
      }
      long address = packs.get(pack).address();
      part = PackFormat.parts(address) + PackFormat.offset(address, at++);
      if (run.has(map(), sequence())) {
        return true;
      }
    }
  }

  @Override
  public long part() {
    return part;
  }

  @Override
  public void close() {
    packs.forEach(Buffer::release);
  }
}
