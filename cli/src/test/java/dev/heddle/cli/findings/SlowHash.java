package dev.heddle.cli.findings;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.schema.DataType;

/** A function that takes microseconds for each value. */
public final class SlowHash implements Udf1<Long, Long> {
  static final UserFunction FUNCTION =
      UserFunction.of("slow_hash", SlowHash.class, DataType.INT64, DataType.INT64);

  private static final int ROUNDS = 3_000;

  @Override
  public Long apply(Long value) {
    long hash = value;
    for (int i = 0; i < ROUNDS; i++) {
      hash = hash * 31 + i;
    }
    return hash;
  }
}
