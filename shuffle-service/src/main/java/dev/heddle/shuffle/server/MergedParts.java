package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.MergedFile;
import dev.heddle.shuffle.store.MergedId;
import dev.heddle.shuffle.store.PartFormat;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The parts of a partition in a merged bundle, read piece by piece. */
final class MergedParts implements PartSource {
  private final MergedId id;
  private final MergedFile file;
  private final PartRun run;
  private final MemoryAccount account;
  private final int pieceBytes;
  private final long end;
  private long next; // offset in the file of what is behind the part at hand
  private long current; // of the part at hand
  private @Nullable Buffer piece;
  private long pieceStart; // offset of the piece
  private long pieceEnd;
  private long part;

  /**
   * Begins at the start of the partition.
   *
   * @param from where to begin instead, which a run before has left; -1 if none has
   */
  MergedParts(
      MergedId id, MergedFile file, PartRun run, long from, MemoryAccount account, int pieceBytes)
      throws IOException {
    this.id = id;
    this.file = file;
    this.run = run;
    this.account = account;
    this.pieceBytes = pieceBytes;
    this.next = from >= 0 ? from : file.start(run.partition());
    this.end = file.start(run.partition() + 1);
  }

  @Override
  public boolean next() throws IOException {
    while (next < end) {
      current = next;
      part = at(next, PartFormat.HEADER_BYTES);
      long most = end - next;
      if (!PartFormat.fits(part, most)) {
        throw new LostPartException(id, "the header of a part at byte " + next + " is broken");
      }
      int bytes = PartFormat.bytes(part);
      int map = PartFormat.map(part);
      if (map >= run.endMap()) {
        return false;
      }
      next += bytes;
      if (run.has(map, PartFormat.sequence(part))
          && run.maps().has(map, PartFormat.attempt(part))) {
        part = at(current, bytes);
        String defect = PartFormat.defect(part, bytes);
        if (defect != null || PartFormat.partition(part) != run.partition()) {
          BundleId lost =
              new BundleId(
                  new MapAttempt(id.exchange(), map, PartFormat.attempt(part)), run.epoch());
          throw new LostPartException(lost, "the part at byte " + current + " is broken");
        }
        return true;
      }
    }
    current = next;
    return false;
  }

  /** Returns where bytes of the file are in memory. */
  private long at(long offset, int bytes) throws IOException {
    if (offset < pieceStart || offset + bytes > pieceEnd) {
      long most = Math.min(end - offset, Math.max(bytes, pieceBytes));
      if (most < bytes) {
        throw new LostPartException(id, "it ends inside the part at byte " + offset);
      }
      load(offset, (int) most);
    }
    Buffer loaded = piece;
    if (loaded == null) {
      throw new IllegalStateException("A piece without memory");
    }
    return loaded.address() + offset - pieceStart;
  }

  private void load(long offset, int bytes) throws IOException {
    Buffer old = piece;
    if (old == null || old.capacity() < bytes) {
      close();
      old = account.allocate(bytes);
      piece = old;
    }
    pieceStart = offset;
    pieceEnd = offset + bytes;
    try {
      file.read(offset, bytes, old.address());
    } catch (IOException e) {
      pieceEnd = pieceStart;
      throw new LostPartException(id, String.valueOf(e.getMessage()));
    }
  }

  /** Returns the offset of the part at hand, or where a further run goes on. */
  long offset() {
    return current;
  }

  @Override
  public long part() {
    return part;
  }

  @Override
  public void close() {
    if (piece != null) {
      piece.release();
      piece = null;
    }
    pieceEnd = pieceStart;
  }
}
