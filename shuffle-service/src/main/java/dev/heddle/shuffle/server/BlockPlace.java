package dev.heddle.shuffle.server;

import dev.heddle.shuffle.store.BundleId;

/** Where a block is that is to be sent. */
public sealed interface BlockPlace {
  /** In memory that a handle names. */
  record InMemory(long handle) implements BlockPlace {}

  /** In a bundle, on disk or in the tier. */
  record OnDisk(BundleId bundle, long offset, int bytes) implements BlockPlace {}
}
