package dev.heddle.physical.operator;

import dev.heddle.io.write.Workers;
import java.util.function.IntConsumer;

/** A task as one of its threads sees it that must not ask the others for help. */
public record InlineContext(TaskContext task) implements TaskView {
  @Override
  public int threads() {
    return Workers.CALLER.threads();
  }

  @Override
  public Steps begin(int count, IntConsumer step) {
    return Workers.CALLER.begin(count, step);
  }
}
