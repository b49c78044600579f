package dev.heddle.shuffle.client;

import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import dev.heddle.shuffle.store.BundleStore;
import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedFile;
import dev.heddle.shuffle.store.MergedId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** A store whose disk fails when a test says so. */
final class FaultyStore implements BundleStore {
  private final BundleStore real;
  volatile String writeError = "";
  volatile String readError = "";
  volatile int failedWrites;
  volatile int failedReads;

  FaultyStore(BundleStore real) {
    this.real = real;
  }

  private synchronized void checkWrite() throws IOException {
    if (!writeError.isEmpty()) {
      failedWrites++;
      throw new IOException(writeError);
    }
  }

  @Override
  public long append(BundleId bundle, List<Buffer> blocks, int[] bytes) throws IOException {
    checkWrite();
    return real.append(bundle, blocks, bytes);
  }

  @Override
  public long seal(BundleIndex index) throws IOException {
    checkWrite();
    return real.seal(index);
  }

  @Override
  public synchronized void read(BundleId bundle, long offset, int bytes, long target)
      throws IOException {
    if (!readError.isEmpty()) {
      failedReads++;
      throw new IOException(readError);
    }
    real.read(bundle, offset, bytes, target);
  }

  @Override
  public void copy(BundleId bundle, long bytes, Consumer<ByteBuffer> target) throws IOException {
    real.copy(bundle, bytes, target);
  }

  @Override
  public void delete(BundleId bundle) throws IOException {
    real.delete(bundle);
  }

  @Override
  public long merge(MergedBundle bundle, List<List<Buffer>> packs) throws IOException {
    checkWrite();
    return real.merge(bundle, packs);
  }

  @Override
  public synchronized MergedFile open(MergedId bundle) throws IOException {
    if (!readError.isEmpty()) {
      failedReads++;
      throw new IOException(readError);
    }
    return real.open(bundle);
  }

  @Override
  public void delete(MergedId bundle) throws IOException {
    real.delete(bundle);
  }

  @Override
  public List<BundleIndex> recover(List<BundleId> broken, List<MergedBundle> merged)
      throws IOException {
    return real.recover(broken, merged);
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
