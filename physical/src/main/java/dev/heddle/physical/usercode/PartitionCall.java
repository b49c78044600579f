package dev.heddle.physical.usercode;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.physical.expr.node.UserCodeErrors;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One call of a function of parts, in a thread of its own that takes turns with the task's: the
 * task's thread gives rows and runs the function until it wants more, has given some, or has ended.
 * What is not marked otherwise belongs to the thread whose turn it is.
 */
final class PartitionCall implements AutoCloseable {
  private static final int ROWS_AT_ONCE = 1024;

  /** Why the function's turn has ended. */
  enum Pause {
    /** It wants a row and there is none. */
    WANTS_INPUT,
    /** It has given some rows. */
    GAVE_ROWS,
    /** It has ended. */
    ENDED
  }

  private final UserFunction function;
  private final PartitionUdf<?> code;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isFunctionsTurn; // guarded by lock
  private boolean isCancelled; // guarded by lock
  private ResultColumn[] input = {};
  private int inputRows;
  private int nextRow;
  private boolean isInputOver;
  private List<@Nullable Object> given = new ArrayList<>();
  private Pause turn = Pause.WANTS_INPUT;
  private @Nullable HeddleException failure;
  private @Nullable Thread thread;

  PartitionCall(UserFunction function, PartitionUdf<?> code) {
    this.function = function;
    this.code = code;
  }

  /** Gives the next rows, which are read in the function's turns until it wants others. */
  void give(ResultColumn[] columns, int rows) {
    input = columns;
    inputRows = rows;
    nextRow = 0;
  }

  /** There are no further rows. */
  void end() {
    input = new ResultColumn[0];
    inputRows = 0;
    nextRow = 0;
    isInputOver = true;
  }

  /**
   * Runs the function until its turn ends.
   *
   * @throws HeddleException with code {@code USER_CODE} if it fails
   */
  Pause run() {
    if (turn == Pause.ENDED) {
      return turn;
    }
    lock.lock();
    try {
      isFunctionsTurn = true;
      if (thread == null) {
        thread = Thread.ofVirtual().name("heddle-" + function.name()).unstarted(this::call);
        thread.start();
      }
      changed.signalAll();
      while (isFunctionsTurn) {
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(
          ErrorCode.CANCELLED,
          "Cannot go on: function \"" + function.name() + "\" is interrupted",
          e);
    } finally {
      lock.unlock();
    }
    HeddleException failed = failure;
    if (failed != null) {
      throw failed;
    }
    return turn;
  }

  /** Returns the rows that the last turn has given, which are not given again. */
  List<@Nullable Object> taken() {
    List<@Nullable Object> rows = given;
    given = new ArrayList<>();
    return rows;
  }

  /** Ends the call: where the function waits for a row, it gets an error that ends it. */
  @Override
  public void close() {
    lock.lock();
    try {
      isCancelled = true;
      isFunctionsTurn = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    Thread running = thread;
    if (running != null && turn != Pause.ENDED) {
      running.interrupt();
    }
  }

  private void call() {
    Thread.currentThread().setContextClassLoader(code.getClass().getClassLoader());
    try {
      Iterator<?> rows = code.apply(new PartRows());
      if (rows == null) {
        throw UserCodeErrors.failed(function, "gave null for a part, not an iterator");
      }
      try {
        while (rows.hasNext()) {
          given.add(rows.next());
          if (given.size() >= ROWS_AT_ONCE) {
            pass(Pause.GAVE_ROWS);
          }
        }
      } finally {
        if (rows instanceof AutoCloseable closeable) {
          closeable.close();
        }
      }
    } catch (Cancelled e) {
      return; // nobody waits
    } catch (HeddleException e) {
      failure = e;
    } catch (Throwable e) { // of the user's code, which runs in no thread of the engine
      failure = UserCodeErrors.thrown(function, "a part of the rows", e);
    }
    lock.lock();
    try {
      turn = Pause.ENDED;
      isFunctionsTurn = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Lets the task's thread go on and waits for the next turn. */
  private void pass(Pause reason) {
    lock.lock();
    try {
      if (isCancelled) {
        throw new Cancelled();
      }
      turn = reason;
      isFunctionsTurn = false;
      changed.signalAll();
      while (!isFunctionsTurn) {
        changed.awaitUninterruptibly();
      }
      if (isCancelled) {
        throw new Cancelled();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The rows of the part, in the function's thread. */
  private final class PartRows implements Iterator<@Nullable Object[]> {
    @Override
    public boolean hasNext() {
      while (nextRow >= inputRows && !isInputOver) {
        pass(Pause.WANTS_INPUT);
      }
      return nextRow < inputRows;
    }

    @Override
    public @Nullable Object[] next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the part has no more rows");
      }
      @Nullable Object[] row = new Object[input.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = input[i].value(nextRow);
      }
      nextRow++;
      return row;
    }
  }

  /** Ends the user's code, which is not to catch it. */
  private static final class Cancelled extends Error {
    private static final long serialVersionUID = 1;

    Cancelled() {
      super("the query is over", null, false, false);
    }
  }
}
