package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/**
 * A bloom filter over a column of each row group, by which readers skip those without a value.
 *
 * @param column name
 * @param distinctValues how many distinct values a row group is expected to have
 * @param falsePositives the wanted share of absent values that the filter does not exclude, above 0
 *     and below 1
 */
public record BloomFilter(String column, long distinctValues, double falsePositives) {
  /** Checks the ranges. */
  public BloomFilter {
    requireNonNull(column, "column is null");
    if (distinctValues < 1 || !(falsePositives > 0 && falsePositives < 1)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write a bloom filter for \""
              + column
              + "\": distinctValues is "
              + distinctValues
              + " and falsePositives "
              + falsePositives
              + "; they must be at least 1, and between 0 and 1");
    }
  }
}
