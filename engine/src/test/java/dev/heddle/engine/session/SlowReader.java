package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.ResultBatch;
import java.util.function.Consumer;

/** Takes rows, and works on each for some microseconds: the query waits for it. */
final class SlowReader implements Consumer<ResultBatch> {
  private long sum;

  private SlowReader() {}

  static void read(DataFrame frame) {
    SlowReader reader = new SlowReader();
    frame.forEachBatch(reader);
    assertThat(reader.sum).isNotZero();
  }

  @Override
  public void accept(ResultBatch batch) {
    for (int row = 0; row < batch.rowCount(); row++) {
      for (int i = 0; i < 2_000; i++) {
        sum = sum * 31 + row;
      }
    }
  }
}
