package dev.heddle.physical.usercode;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.TableUdf;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.node.FunctionTimes;
import dev.heddle.physical.expr.node.UserCodeErrors;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.Status;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Calls a function for each row and gives its rows while they are wanted. */
final class TableCallOperator implements Operator {
  private final UserFunction function;
  private final TableUdf<?> code;
  private final RowAssembly rows;
  private final ClassLoader codeLoader;

  TableCallOperator(UserFunction function, TableUdf<?> code, RowAssembly rows) {
    this.function = function;
    this.code = code;
    this.rows = rows;
    this.codeLoader = code.getClass().getClassLoader();
  }

  @Override
  public Status process(Batch input, BatchSink output) {
    try (input) {
      boolean[] isOver = {false};
      Column[] columns = rows.plain(input);
      long begun = System.nanoTime();
      try {
        ResultColumn[] values = RowAssembly.access(columns, input.rowCount(), () -> isOver[0]);
        for (int row = 0; row < input.rowCount() && !output.isDone(); row++) {
          call(row, values, input, output);
        }
        rows.flush(input, output);
        FunctionTimes.note(function.name(), System.nanoTime() - begun);
      } finally {
        isOver[0] = true; // the user's code may still refer to them
        Column.releaseAll(columns);
      }
    }
    return Status.NEEDS_INPUT;
  }

  private void call(int row, ResultColumn[] values, Batch input, BatchSink output) {
    @Nullable Object[] arguments = new Object[values.length];
    boolean hasNull = false;
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = values[i].value(row);
      hasNull |= arguments[i] == null;
    }
    long position = 0;
    if (!hasNull || !function.isStrict()) {
      Iterator<?> given = (Iterator<?>) run(() -> code.apply(arguments), arguments);
      if (given == null) {
        throw UserCodeErrors.failed(
            function, "gave null for " + UserCodeErrors.row(arguments) + ", not an iterator");
      }
      try {
        while (!output.isDone() && run(given::hasNext, arguments) == Boolean.TRUE) {
          rows.add(row, run(given::next, arguments), ++position, input, output);
        }
      } finally {
        close(given, arguments);
      }
    }
    if (position == 0 && rows.keepsEmpty()) {
      rows.add(row, null, 0, input, output);
    }
  }

  private void close(Iterator<?> given, @Nullable Object[] arguments) {
    if (given instanceof AutoCloseable closeable) {
      Object unused =
          run(
              () -> {
                closeable.close();
                return null;
              },
              arguments);
    }
  }

  /** Something that the user's code does. */
  @FunctionalInterface
  private interface Step {
    @Nullable Object run() throws Exception;
  }

  private @Nullable Object run(Step step, @Nullable Object[] arguments) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(codeLoader);
    try {
      return step.run();
    } catch (HeddleException e) {
      throw e;
    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
      throw UserCodeErrors.thrown(function, UserCodeErrors.row(arguments), e);
    } finally {
      Thread.currentThread().setContextClassLoader(loader);
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
