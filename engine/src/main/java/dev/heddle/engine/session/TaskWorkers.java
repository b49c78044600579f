package dev.heddle.engine.session;

import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.TaskContext;
import java.util.function.IntConsumer;

/** The threads of a query's task. */
record TaskWorkers(TaskContext context) implements Workers {
  @Override
  public int threads() {
    return context.threads();
  }

  @Override
  public Steps begin(int count, IntConsumer step) {
    return context.begin(count, step)::finish;
  }
}
