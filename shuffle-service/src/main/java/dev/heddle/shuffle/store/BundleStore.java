package dev.heddle.shuffle.store;

import dev.heddle.io.memory.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps bundles. Calls for one bundle come one at a time, but for reads; calls for several come
 * from several threads.
 */
public interface BundleStore extends AutoCloseable {
  /**
   * Writes blocks behind what there is of a bundle that is not sealed.
   *
   * @return where the first one starts
   */
  long append(BundleId bundle, List<Buffer> blocks, int[] bytes) throws IOException;

  /** Writes the index and seals the bundle; returns how long it is. */
  long seal(BundleIndex index) throws IOException;

  /** Reads a block, of a bundle that is sealed or not, to an address. */
  void read(BundleId bundle, long offset, int bytes, long target) throws IOException;

  /** Hands over the first bytes of a sealed bundle, piece by piece. */
  void copy(BundleId bundle, long bytes, Consumer<ByteBuffer> target) throws IOException;

  /** Deletes a bundle, if it is there. */
  void delete(BundleId bundle) throws IOException;

  /**
   * Writes a merged bundle of packs and seals it; returns how long it is.
   *
   * @param packs of each of its attempts, in the order of their arrival
   */
  long merge(MergedBundle bundle, List<List<Buffer>> packs) throws IOException;

  /** Returns a merged bundle, open until it is deleted. */
  MergedFile open(MergedId bundle) throws IOException;

  /** Deletes a merged bundle, if it is there. */
  void delete(MergedId bundle) throws IOException;

  /**
   * Deletes what is not sealed; returns what is.
   *
   * @param broken gets those whose index is not what was written, or is not there
   * @param merged gets the merged ones; a broken one is deleted
   */
  List<BundleIndex> recover(List<BundleId> broken, List<MergedBundle> merged) throws IOException;

  /** Ends the use of the store; what is sealed stays. */
  @Override
  void close() throws IOException;
}
