package dev.heddle.spark.program;

import dev.heddle.frame.function.Udf2;

/** A function of the user's own, in the application's jar. */
public final class Discount implements Udf2<Long, String, String> {
  @Override
  public String apply(Long id, String city) {
    if (city.equals("nowhere")) {
      throw new IllegalArgumentException("there is no discount in " + city);
    }
    return city.substring(0, 2) + id % 10;
  }
}
