package dev.heddle.io.parquet.fetch;

import dev.heddle.io.batch.Column;
import dev.heddle.io.parquet.footer.ChunkInfo;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dictionaries that were read to find out whether a row group can be left out, until those that
 * read the row group take them. Owns those that nobody has taken. Used by one thread at a time.
 */
public final class KnownDictionaries implements AutoCloseable {
  private final Map<Long, Column> byChunk = new HashMap<>(); // by the chunk's start

  /** Returns a chunk's dictionary, lent, or null if it is not here. */
  public @Nullable Column find(ChunkInfo chunk) {
    return byChunk.get(chunk.start());
  }

  /** Takes over a chunk's dictionary. */
  public void put(ChunkInfo chunk, Column dictionary) {
    byChunk.put(chunk.start(), dictionary);
  }

  /** Gives a chunk's dictionary away, or returns null if it is not here. */
  @Nullable Column take(ChunkInfo chunk) {
    return byChunk.remove(chunk.start());
  }

  /** Takes over all that another has. */
  public void takeAll(KnownDictionaries other) {
    byChunk.putAll(other.byChunk);
    other.byChunk.clear();
  }

  @Override
  public void close() {
    byChunk.values().forEach(Column::release);
    byChunk.clear();
  }
}
