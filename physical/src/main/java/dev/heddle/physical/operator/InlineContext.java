package dev.heddle.physical.operator;

import java.util.function.IntConsumer;

/** A task as one of its threads sees it that must not ask the others for help. */
public record InlineContext(TaskContext task) implements TaskView {
  @Override
  public int threads() {
    return 1;
  }

  @Override
  public Steps begin(int count, IntConsumer step) {
    return () -> {
      for (int i = 0; i < count; i++) {
        step.accept(i);
      }
    };
  }
}
