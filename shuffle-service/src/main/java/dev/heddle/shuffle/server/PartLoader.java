package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.store.MergedId;
import dev.heddle.shuffle.store.PartFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the parts of runs for one client, in the order of their maps, out of memory and bundles.
 * Remembers where each merged bundle goes on, but holds no memory between runs. Used by one thread.
 */
final class PartLoader {
  private static final int FIRST_BYTES = 8 << 10;
  private static final int MAX_PIECE_BYTES = 64 << 10;
  private static final int MIN_PIECE_BYTES = 4 << 10;
  private static final int ALL_PIECES_BYTES = 512 << 10;

  private final BundleWorker bundles;
  private final MemoryAccount account;
  private final Map<MergedId, Long> offsets = new HashMap<>(); // in the partition at hand
  private int partition = -1;
  private int fromMap; // where the run begins that the offsets are for
  private int fromSequence;

  PartLoader(BundleWorker bundles, MemoryAccount account) {
    this.bundles = bundles;
    this.account = account;
  }

  /**
   * What a run has found.
   *
   * @param parts behind each other, owned by the taker; null if there are none
   * @param nextMap where to go on
   */
  record Loaded(@Nullable Buffer parts, int bytes, int nextMap, int nextSequence) {}

  /** Collects parts; the packs, by map, are released. */
  Loaded load(PartRun run, List<Buffer> packs) throws IOException {
    List<PartSource> sources = new ArrayList<>();
    @Nullable Buffer found = null;
    boolean isDone = false;
    try {
      open(run, packs, sources);
      List<PartSource> open = new ArrayList<>();
      for (PartSource source : sources) {
        if (source.next()) {
          open.add(source);
        }
      }
      int bytes = 0;
      int nextMap = run.endMap();
      int nextSequence = 0;
      while (!open.isEmpty()) {
        PartSource source = first(open);
        int more = PartFormat.bytes(source.part());
        if (bytes > 0 && bytes + more > run.maxBytes()) {
          nextMap = source.map();
          nextSequence = source.sequence();
          break;
        }
        found = grown(found, bytes, more);
        Memory.copy(source.part(), found.address() + bytes, more);
        bytes += more;
        if (!source.next()) {
          open.remove(source);
        }
      }
      remember(run, sources, nextMap, nextSequence);
      isDone = true;
      return new Loaded(found, bytes, nextMap, nextSequence);
    } finally {
      sources.forEach(PartSource::close);
      if (!isDone && found != null) {
        found.release();
      }
    }
  }

  private void open(PartRun run, List<Buffer> packs, List<PartSource> sources) throws IOException {
    List<Buffer> held = new ArrayList<>();
    sources.add(new HeldParts(held, run));
    held.addAll(packs);
    for (PackPlace place : run.packs()) {
      if (place instanceof PackPlace.Stored stored) {
        sources.add(new StoredParts(stored, run, bundles, account));
      }
    }
    if (run.partition() != partition
        || run.fromMap() != fromMap
        || run.fromSequence() != fromSequence) {
      offsets.clear();
    }
    int files = Math.max(1, run.files().size());
    int piece = Math.clamp(ALL_PIECES_BYTES / files, MIN_PIECE_BYTES, MAX_PIECE_BYTES);
    for (MergedId file : run.files()) {
      long from = offsets.getOrDefault(file, -1L);
      try {
        sources.add(new MergedParts(file, bundles.open(file), run, from, account, piece));
      } catch (LostPartException e) {
        throw e;
      } catch (IOException e) {
        throw new LostPartException(file, String.valueOf(e.getMessage()));
      }
    }
  }

  private static PartSource first(List<PartSource> open) {
    PartSource best = open.getFirst();
    for (int i = 1; i < open.size(); i++) {
      if (open.get(i).map() < best.map()) {
        best = open.get(i);
      }
    }
    return best;
  }

  private Buffer grown(@Nullable Buffer found, int bytes, int more) {
    if (found == null) {
      return account.allocate(Math.max(FIRST_BYTES, more));
    }
    return found.capacity() - bytes >= more
        ? found
        : account.grow(found, bytes, Math.max(2L * bytes, (long) bytes + more));
  }

  private void remember(PartRun run, List<PartSource> sources, int nextMap, int nextSequence) {
    partition = run.partition();
    fromMap = nextMap;
    fromSequence = nextSequence;
    int firstFile = sources.size() - run.files().size();
    for (int i = firstFile; i < sources.size(); i++) {
      if (sources.get(i) instanceof MergedParts merged) {
        offsets.put(run.files().get(i - firstFile), merged.offset());
      }
    }
  }
}
