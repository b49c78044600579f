package dev.heddle.shuffle.protocol;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a reader wants of an exchange.
 *
 * @param partition number of the partition
 * @param firstMap first of the maps whose rows it wants
 * @param endMap the one behind the last
 * @param columns positions of the columns that batches are to have, in this order
 */
public record ExchangePart(int partition, int firstMap, int endMap, List<Integer> columns) {
  /** Copies the list and checks the range. */
  public ExchangePart {
    columns = List.copyOf(columns);
    if (firstMap < 0 || endMap < firstMap) {
      throw new IllegalArgumentException("There are no maps from " + firstMap + " to " + endMap);
    }
  }

  /** Wants all of a partition. */
  public static ExchangePart whole(int partition, ExchangeShape shape) {
    return new ExchangePart(partition, 0, shape.maps(), all(shape));
  }

  private static List<Integer> all(ExchangeShape shape) {
    return IntStream.range(0, shape.types().size()).boxed().toList();
  }

  /** Returns whether batches have the columns as they were written. */
  public boolean hasAllColumns(ExchangeShape shape) {
    return columns.equals(all(shape));
  }
}
