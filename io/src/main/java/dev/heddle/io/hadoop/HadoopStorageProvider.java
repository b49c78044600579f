package dev.heddle.io.hadoop;

import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StorageProvider;
import dev.heddle.io.hadoop.files.HadoopFiles;
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

  private @Nullable Found found; // null until it is known what there is

  /** The Hadoop of this process, and whose it is. */
  private record Found(Optional<HadoopFiles> files, Owner owner) {}

  private enum Owner {
    ENGINE,
    USER
  }

  /** For the service loader. */
  public HadoopStorageProvider() {}

  @Override
  public List<String> schemes() {
    return List.of();
  }

  @Override
  public boolean opensOther(String scheme, S3Options options) {
    if (S3.contains(scheme)
        && (!options.equals(S3Options.DEFAULT) || found().owner() == Owner.USER)) {
      return false;
    }
    return found().files().map(hadoop -> hadoop.knows(scheme)).orElse(false);
  }

  @Override
  public Storage open(S3Options options) {
    return new HadoopStorage(
        found()
            .files()
            .orElseThrow(() -> new IllegalStateException("There is no Hadoop to open it")));
  }

  private synchronized Found found() {
    Found known = found;
    if (known == null) {
      known = look();
      found = known;
    }
    return known;
  }

  private static Found look() {
    for (ProcessHadoop each :
        ServiceLoader.load(ProcessHadoop.class, ProcessHadoop.class.getClassLoader())) {
      Optional<HadoopFiles> files = each.files();
      if (files.isPresent()) {
        return new Found(files, Owner.ENGINE);
      }
    }
    return new Found(HadoopLoader.named(), Owner.USER);
  }
}
