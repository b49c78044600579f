package dev.heddle.shuffle.server;

import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.MergedId;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;

/** Parts cannot be read: an attempt is lost, or all of a merged bundle. */
final class LostPartException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Optional<BundleId> bundle;
  private final transient Optional<MergedId> file;

  LostPartException(BundleId bundle, String why) {
    super(why);
    this.bundle = Optional.of(bundle);
    this.file = Optional.empty();
  }

  LostPartException(MergedId file, String why) {
    super(why);
    this.bundle = Optional.empty();
    this.file = Optional.of(file);
  }

  /** Returns the attempt that is lost, if it is only one. */
  Optional<BundleId> bundle() {
    return bundle;
  }

  /** Returns the merged bundle that is lost. */
  Optional<MergedId> file() {
    return file;
  }
}
