package dev.heddle.shuffle.protocol;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a reader wants of an exchange.
 *
 * @param firstPartition number of the first partition
 * @param endPartition the one behind the last
 * @param firstMap first of the maps whose rows it wants
 * @param endMap the one behind the last
 * @param columns positions of the columns that batches are to have, in this order
 */
public record ExchangePart(
    int firstPartition, int endPartition, int firstMap, int endMap, List<Integer> columns) {
  /** Copies the list and checks the ranges. */
  public ExchangePart {
    columns = List.copyOf(columns);
    if (firstPartition < 0 || endPartition <= firstPartition) {
      throw new IllegalArgumentException(
          "There are no partitions from " + firstPartition + " to " + endPartition);
    }
    if (firstMap < 0 || endMap < firstMap) {
      throw new IllegalArgumentException("There are no maps from " + firstMap + " to " + endMap);
    }
  }

  /** Wants all of a partition. */
  public static ExchangePart whole(int partition, ExchangeShape shape) {
    return of(partition, partition + 1, 0, shape.maps(), shape);
  }

  /** Wants all columns of a range of partitions, of a range of maps. */
  public static ExchangePart of(
      int firstPartition, int endPartition, int firstMap, int endMap, ExchangeShape shape) {
    return new ExchangePart(firstPartition, endPartition, firstMap, endMap, all(shape));
  }

  private static List<Integer> all(ExchangeShape shape) {
    return IntStream.range(0, shape.types().size()).boxed().toList();
  }

  /**
   * Demands that an exchange has the partitions and the maps.
   *
   * @throws IllegalArgumentException if it does not
   */
  public void check(ExchangeId exchange, ExchangeShape shape) {
    if (endPartition > shape.partitions() || endMap > shape.maps()) {
      throw new IllegalArgumentException(
          "No "
              + place()
              + " of maps before "
              + endMap
              + " in "
              + exchange
              + " of "
              + shape.maps()
              + " maps and "
              + shape.partitions()
              + " partitions");
    }
  }

  /** Returns how messages name the partitions. */
  public String place() {
    return endPartition == firstPartition + 1
        ? "partition " + firstPartition
        : "partitions " + firstPartition + " to " + (endPartition - 1);
  }

  /** Returns whether batches have the columns as they were written. */
  public boolean hasAllColumns(ExchangeShape shape) {
    return columns.equals(all(shape));
  }
}
