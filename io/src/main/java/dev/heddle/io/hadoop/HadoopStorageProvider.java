package dev.heddle.io.hadoop;

import dev.heddle.frame.option.S3Options;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StorageProvider;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the file systems of Hadoop, if there is a Hadoop. S3 is opened by Heddle's own client but
 * where the engine that this process is part of has a connector and the session has no options for
 * S3.
 */
public final class HadoopStorageProvider implements StorageProvider {
  private static final Set<String> S3 = Set.of("s3", "s3a");

  // both are null until it is known what there is
  private @Nullable Optional<HadoopFiles> ofEngine;
  private @Nullable Optional<HadoopFiles> files;

  /** For the service loader. */
  public HadoopStorageProvider() {}

  @Override
  public List<String> schemes() {
    return List.of();
  }

  @Override
  public boolean opensOther(String scheme, S3Options options) {
    boolean isS3 = S3.contains(scheme);
    if (isS3 && !options.equals(S3Options.DEFAULT)) {
      return false;
    }
    Optional<HadoopFiles> hadoop = isS3 ? ofEngine() : files();
    return hadoop.map(files -> files.knows(scheme)).orElse(false);
  }

  @Override
  public Storage open(S3Options options) {
    return new HadoopStorage(
        files().orElseThrow(() -> new IllegalStateException("There is no Hadoop to open it")));
  }

  private synchronized Optional<HadoopFiles> files() {
    if (files == null) {
      files = ofEngine().or(HadoopLoader::named);
    }
    return files;
  }

  private synchronized Optional<HadoopFiles> ofEngine() {
    if (ofEngine == null) {
      ofEngine =
          ServiceLoader.load(ProcessHadoop.class, ProcessHadoop.class.getClassLoader()).stream()
              .flatMap(engine -> engine.get().files().stream())
              .findFirst();
    }
    return ofEngine;
  }
}
