package dev.heddle.io.storage;

import dev.heddle.frame.option.S3Options;
import java.util.List;

/**
 * Brings a storage that is not part of this artifact; found by the service loader.
 *
 * <p>It is made and asked for its schemes when the first path of any foreign scheme is named, and
 * must load nothing heavy then.
 */
public interface StorageProvider {
  /** Returns the schemes of the paths, in lower case. */
  List<String> schemes();

  /**
   * Returns whether it opens paths of another scheme too, or one that another provider names,
   * before which it is asked. Asked once for a scheme.
   *
   * @param scheme in lower case
   * @param options of sessions
   */
  default boolean opensOther(String scheme, S3Options options) {
    return false;
  }

  /** Returns the storage; called when the first path of one of the schemes is named. */
  Storage open(S3Options options);
}
