package dev.heddle.io.testing;

import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StorageProvider;
import java.util.List;

/** Makes {@link CountingStorage} known to tests. */
public final class CountingStorageProvider implements StorageProvider {
  @Override
  public List<String> schemes() {
    return List.of("count");
  }

  @Override
  public Storage open(S3Options options) {
    return new CountingStorage();
  }
}
