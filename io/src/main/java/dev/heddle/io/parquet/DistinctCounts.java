package dev.heddle.io.parquet;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.decode.PageHeader;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.List;

/** How many distinct values chunks have, by the size of their dictionaries. */
final class DistinctCounts {
  private static final int HEADER_BYTES = 64;

  private DistinctCounts() {}

  /**
   * Reads the sizes of the dictionaries in row groups of a file; chunks without one are left out.
   */
  static void read(
      StoredFile file, List<RowGroupInfo> groups, IdentityHashMap<ChunkInfo, Integer> counts) {
    if (groups.isEmpty()) {
      return;
    }
    ByteBuffer buffer = ByteBuffer.allocateDirect(HEADER_BYTES);
    try (RangedInput input = Storages.of(file.path()).open(file)) {
      long room = Memory.address(buffer);
      for (RowGroupInfo group : groups) {
        for (ChunkInfo chunk : group.chunks()) {
          if (chunk.dictionaryOffset() >= 0 && chunk.compressedBytes() >= HEADER_BYTES) {
            read(input, chunk, room, counts);
          }
        }
      }
    } catch (HeddleException e) {
      // An estimate can do without; the reader of the chunk reports what is wrong with the file.
      counts.keySet().removeAll(groups.getFirst().chunks());
    } finally {
      Reference.reachabilityFence(buffer);
    }
  }

  private static void read(
      RangedInput input, ChunkInfo chunk, long room, IdentityHashMap<ChunkInfo, Integer> counts) {
    PageHeader header = new PageHeader();
    input.read(chunk.dictionaryOffset(), room, HEADER_BYTES);
    try {
      if (header.read(room, HEADER_BYTES) && header.type == PageHeader.DICTIONARY_PAGE) {
        counts.put(chunk, header.values);
      }
    } catch (CorruptDataException e) {
      counts.remove(chunk); // as above
    }
  }
}
