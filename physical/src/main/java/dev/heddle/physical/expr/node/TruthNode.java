package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;

/** Tests of nulls and truth that are never null, and NOT. */
public final class TruthNode extends Node {
  /** The tests. */
  public enum Test {
    IS_NULL,
    IS_NOT_NULL,
    IS_TRUE,
    IS_NOT_TRUE,
    IS_FALSE,
    IS_NOT_FALSE,
    NOT
  }

  private final Test test;
  private final Node input;

  public TruthNode(Test test, Node input) {
    super(DataType.BOOL);
    this.test = test;
    this.input = input;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    boolean needsValues = test != Test.IS_NULL && test != Test.IS_NOT_NULL;
    Column column = needsValues ? input.plain(rows) : input.evaluate(rows);
    try (Output output = new Output(DataType.BOOL, rows)) {
      long to = output.values();
      for (long i = 0; i < Bits.bytesFor(rows.count()); i += 8) {
        long valid = column.validity() == 0 ? -1L : Memory.getLong(column.validity() + i);
        long value = needsValues ? Memory.getLong(column.values() + i) : 0;
        long word =
            switch (test) {
              case IS_NULL -> ~valid;
              case IS_NOT_NULL -> valid;
              case IS_TRUE -> value & valid;
              case IS_NOT_TRUE -> ~(value & valid);
              case IS_FALSE -> ~value & valid;
              case IS_NOT_FALSE -> ~(~value & valid);
              case NOT -> ~value;
            };
        Memory.putLong(to + i, word);
      }
      return output.build(test == Test.NOT ? column.validityBuffer() : null);
    } finally {
      column.release();
    }
  }

  @Override
  public boolean canFail() {
    return input.canFail();
  }

  @Override
  public void close() {
    input.close();
  }
}
