package dev.heddle.spark.runner;

import java.util.concurrent.Executor;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;

/** Lends threads that have Spark's context of the task that asks for them. */
record TaskContexts(Executor threads) implements Executor {
  @Override
  public void execute(Runnable work) {
    TaskContext context = TaskContext.get();
    threads.execute(() -> with(context, work));
  }

  /** Runs something with a task's context, by which Spark knows whose failures they are. */
  static void with(TaskContext context, Runnable work) {
    TaskContext$.MODULE$.setTaskContext(context);
    try {
      work.run();
    } finally {
      TaskContext$.MODULE$.unset();
    }
  }
}
