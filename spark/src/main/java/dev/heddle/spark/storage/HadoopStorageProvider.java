package dev.heddle.spark.storage;

import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StorageProvider;
import dev.heddle.spark.hadoop.HadoopFiles;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the file systems of Hadoop, if there is a Hadoop. S3 is opened by Heddle's own client but
 * where Spark has a connector and the session has no options for S3.
 */
public final class HadoopStorageProvider implements StorageProvider {
  private static final Set<String> S3 = Set.of("s3", "s3a");

  private @Nullable Optional<HadoopFiles> files; // null until it is known whether there is one

  /** For the service loader. */
  public HadoopStorageProvider() {}

  @Override
  public List<String> schemes() {
    return List.of();
  }

  @Override
  public boolean opensOther(String scheme, S3Options options) {
    boolean isOurs =
        S3.contains(scheme) && !(HadoopLoader.isOnSpark() && options.equals(S3Options.DEFAULT));
    return !isOurs && files().map(hadoop -> hadoop.knows(scheme)).orElse(false);
  }

  @Override
  public Storage open(S3Options options) {
    return new HadoopStorage(
        files().orElseThrow(() -> new IllegalStateException("There is no Hadoop to open it")));
  }

  private synchronized Optional<HadoopFiles> files() {
    if (files == null) {
      files = HadoopLoader.files();
    }
    return files;
  }
}
