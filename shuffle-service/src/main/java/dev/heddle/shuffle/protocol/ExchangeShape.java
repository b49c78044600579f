package dev.heddle.shuffle.protocol;

import dev.heddle.frame.schema.DataType;
import java.util.List;

/**
 * What is fixed about an exchange from its start.
 *
 * @param types types of the columns
 * @param maps number of tasks that write it; none if it has no rows
 * @param partitions number of partitions, at least 1
 * @param isKept whether it outlives the query that writes it, and so is not stored in a worker
 */
public record ExchangeShape(List<DataType> types, int maps, int partitions, boolean isKept) {
  /** Pairs of a map and a partition up to which each pair has blocks of its own. */
  public static final long MAX_BLOCK_PAIRS = 1 << 16;

  /** Returns whether an exchange is stored in packs, each of many partitions: see the package. */
  public static boolean isPacked(int maps, int partitions) {
    return (long) maps * partitions > MAX_BLOCK_PAIRS;
  }

  /** Returns whether it is stored in packs. */
  public boolean isPacked() {
    return isPacked(maps, partitions);
  }

  /** Makes the shape of an exchange within a query. */
  public ExchangeShape(List<DataType> types, int maps, int partitions) {
    this(types, maps, partitions, false);
  }

  /** Checks the numbers and copies the types. */
  public ExchangeShape {
    types = List.copyOf(types);
    if (maps < 0 || partitions < 1) {
      throw new IllegalArgumentException(
          "An exchange has partitions, and no fewer maps than none: not "
              + maps
              + " and "
              + partitions);
    }
  }
}
