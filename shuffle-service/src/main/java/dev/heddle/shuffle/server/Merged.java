package dev.heddle.shuffle.server;

import dev.heddle.shuffle.store.MergedId;
import java.util.LinkedHashSet;
import java.util.Set;

/** A merged bundle on disk, with the attempts in it that somebody may need. */
final class Merged {
  final MergedId id;
  final Set<Attempt> attempts = new LinkedHashSet<>();

  Merged(MergedId id) {
    this.id = id;
  }
}
