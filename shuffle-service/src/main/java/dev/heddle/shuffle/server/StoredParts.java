package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.PackFormat;
import dev.heddle.shuffle.store.PartFormat;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Parts of packs in an attempt's own bundle: of each pack its index is read, then its parts. */
final class StoredParts implements PartSource {
  private final PackPlace.Stored place;
  private final PartRun run;
  private final BundleWorker bundles;
  private final MemoryAccount account;
  private int pack = -1;
  private @Nullable Buffer parts; // of the pack at hand
  private long bytes; // of them
  private long at; // in them, of the part that is next
  private long part;

  StoredParts(PackPlace.Stored place, PartRun run, BundleWorker bundles, MemoryAccount account) {
    this.place = place;
    this.run = run;
    this.bundles = bundles;
    this.account = account;
  }

  @Override
  public boolean next() throws IOException {
    while (true) {
      while (at == bytes) {
        pack++;
        if (pack == place.offsets().length) {
          return false;
        }
        load(place.offsets()[pack]);
      }
      Buffer loaded = parts;
      if (loaded == null) {
        throw new IllegalStateException("Parts without memory");
      }
      part = loaded.address() + at;
      String defect = PartFormat.defect(part, bytes - at);
      if (defect != null
          || PartFormat.map(part) != place.map()
          || PartFormat.attempt(part) != place.bundle().attempt().attempt()
          || PartFormat.partition(part) != run.partition()) {
        throw new LostPartException(
            place.bundle(), "a part is broken: " + (defect == null ? "it is another one" : defect));
      }
      at += PartFormat.bytes(part);
      if (run.has(map(), sequence())) {
        return true;
      }
    }
  }

  /** Reads the parts of the partition of a pack. */
  private void load(long offset) throws IOException {
    close();
    Buffer header = read(offset, BlockFormat.HEADER_BYTES);
    int headBytes;
    try {
      if (!BlockFormat.isPack(header.address())
          || !BlockFormat.isOf(header.address(), place.bundle())) {
        throw new LostPartException(place.bundle(), "the header of a pack is broken");
      }
      headBytes = (int) (PackFormat.parts(header.address()) - header.address());
    } finally {
      header.release();
    }
    if (headBytes < BlockFormat.HEADER_BYTES || headBytes > 1 << 26) {
      throw new LostPartException(place.bundle(), "the header of a pack is broken");
    }
    Buffer head = read(offset, headBytes);
    long start;
    try {
      if (!PackFormat.isIntact(head.address())) {
        throw new LostPartException(place.bundle(), "the index of a pack is broken");
      }
      int first = PackFormat.first(head.address(), run.partition());
      int end = PackFormat.first(head.address(), run.partition() + 1);
      start = offset + headBytes + PackFormat.offset(head.address(), first);
      bytes = PackFormat.offset(head.address(), end) - PackFormat.offset(head.address(), first);
    } finally {
      head.release();
    }
    if (bytes > 0) {
      parts = read(start, Math.toIntExact(bytes));
    }
  }

  private Buffer read(long offset, int count) throws IOException {
    Buffer buffer = account.allocate(count);
    try {
      bundles.read(new BlockPlace.OnDisk(place.bundle(), offset, count), buffer.address());
      return buffer;
    } catch (IOException e) {
      buffer.release();
      throw new LostPartException(place.bundle(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public long part() {
    return part;
  }

  @Override
  public void close() {
    if (parts != null) {
      parts.release();
      parts = null;
    }
    at = 0;
    bytes = 0;
  }
}
