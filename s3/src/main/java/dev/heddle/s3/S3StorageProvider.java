package dev.heddle.s3;

import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StorageProvider;
import java.util.List;

/** Brings {@code s3a://} paths, and {@code s3://} as another name for them. */
public final class S3StorageProvider implements StorageProvider {
  /** For the service loader. */
  public S3StorageProvider() {}

  @Override
  public List<String> schemes() {
    return List.of("s3a", "s3");
  }

  @Override
  public Storage open(S3Options options) {
    return new S3Storage(options);
  }
}
