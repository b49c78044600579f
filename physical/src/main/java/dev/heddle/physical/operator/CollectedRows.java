package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result in order, in memory and in spill files, as pieces of some thousand rows.
 *
 * <p>Pieces can be looked at in any order, or taken one after the other, which frees them; after
 * the first has been taken, none may be looked at. Looking is thread-safe, taking is not.
 * Closeables it frees all that is left.
 */
public final class CollectedRows implements AutoCloseable {
  private final List<Piece> pieces = new ArrayList<>();
  private final MemoryAccount account;
  private final SpillSpace space;
  private final IdentityHashMap<SpillFile, SpillReader> readers = new IdentityHashMap<>();
  private final long rowCount;
  private int next;

  /** Rows of one position of the pipeline's source. */
  sealed interface Part extends AutoCloseable {
    long position();

    @Override
    void close();
  }

  /** Rows in memory, which were copied or taken as they came. */
  record Held(long position, Batch batch, long bytes, boolean isKept) implements Part {
    @Override
    public void close() {
      batch.close();
    }
  }

  /** Rows in blocks of a file, which belongs to the space. */
  record Spilled(long position, SpillFile file, int firstBlock, int blocks) implements Part {
    @Override
    public void close() {}
  }

  /** What is looked at or taken at once: a batch, or some rows of a block. */
  private record Piece(Part part, int block, int skipped, int rows) {}

  /** Takes over parts, in order, and the space. */
  CollectedRows(List<Part> parts, MemoryAccount account, SpillSpace space) {
    this.account = account;
    this.space = space;
    long rows = 0;
    for (Part part : parts) {
      switch (part) {
        case Held held -> pieces.add(new Piece(held, 0, 0, held.batch().rowCount()));
        case Spilled spilled -> {
          for (int i = 0; i < spilled.blocks(); i++) {
            addPieces(spilled, spilled.firstBlock() + i);
          }
        }
      }
    }
    for (Piece piece : pieces) {
      rows += piece.rows();
    }
    rowCount = rows;
  }

  private void addPieces(Spilled part, int block) {
    int rows = part.file().blockRows(block);
    for (int from = 0; from < rows; from += Batch.MAX_ROWS) {
      pieces.add(new Piece(part, block, from, Math.min(Batch.MAX_ROWS, rows - from)));
    }
  }

  /** Returns how many rows there are in all, taken or not. */
  public long rowCount() {
    return rowCount;
  }

  /** Returns how many pieces there are in all. */
  public int pieceCount() {
    return pieces.size();
  }

  /** Returns how many rows a piece has. */
  public int rows(int piece) {
    return pieces.get(piece).rows();
  }

  /** Returns the batch of a piece in memory, lent until this is closed; null if it is on disk. */
  public @Nullable Batch held(int piece) {
    return pieces.get(piece).part() instanceof Held held ? held.batch() : null;
  }

  /** Reads a piece that is on disk; the caller closes it. */
  public Batch read(int piece) {
    Piece wanted = pieces.get(piece);
    if (!(wanted.part() instanceof Spilled spilled)) {
      throw new IllegalStateException("Piece " + piece + " is in memory");
    }
    try (SpillReader reader = spilled.file().open(account)) {
      reader.seek(wanted.block());
      return batchAt(wanted, reader);
    }
  }

  private static Batch batchAt(Piece wanted, SpillReader reader) {
    int skipped = 0;
    while (true) {
      Batch batch = reader.next();
      if (batch == null) {
        throw new IllegalStateException("A block ends before its rows do");
      }
      if (skipped == wanted.skipped()) {
        return batch;
      }
      skipped += batch.rowCount();
      batch.close();
    }
  }

  /** Takes the next piece, which is the caller's; null at the end. */
  public @Nullable Batch take() {
    if (next == pieces.size()) {
      return null;
    }
    Piece piece = pieces.get(next++);
    return switch (piece.part()) {
      case Held held -> held.batch();
      case Spilled spilled -> {
        SpillReader reader = readers.computeIfAbsent(spilled.file(), file -> file.open(account));
        if (piece.skipped() == 0) {
          reader.seek(piece.block());
        }
        Batch batch = reader.next();
        if (batch == null) {
          throw new IllegalStateException("A block ends before its rows do");
        }
        yield batch;
      }
    };
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(readers.values());
    for (; next < pieces.size(); next++) {
      all.add(pieces.get(next).part());
    }
    all.add(space);
    readers.clear();
    Closeables.all(all);
  }
}
