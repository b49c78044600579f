package dev.heddle.physical.operator;

import java.util.function.IntConsumer;

/** A task as one of its threads sees it that must not ask the others for help. */
public record InlineContext(TaskContext task) implements TaskView {
  @Override
  public int threads() {
    return 1;
  }

  @Override
  public void parallel(int count, IntConsumer step) {
    for (int i = 0; i < count; i++) {
      step.accept(i);
    }
  }
}
