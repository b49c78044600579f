package dev.heddle.shuffle.server;

import dev.heddle.shuffle.store.BundleId;

/** Where packs of an attempt are whose parts may be wanted, in the order of their arrival. */
public sealed interface PackPlace {
  /** Returns the map. */
  int map();

  /** In memory that handles name. */
  record Held(int map, long[] handles) implements PackPlace {}

  /** In the attempt's own bundle, on disk or in the tier. */
  record Stored(BundleId bundle, long[] offsets) implements PackPlace {
    @Override
    public int map() {
      return bundle.attempt().map();
    }
  }
}
