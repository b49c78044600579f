package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanExpressions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stack on which queries are analysed, planned and started.
 *
 * <p>Parsers and planners recurse as deep as a query nests, and an {@code OR} of a thousand
 * comparisons nests a thousand deep. A query of usual size runs on the caller's thread; a large one
 * on a thread of its own with a large stack, of which only what is used takes memory, while the
 * caller waits. What does not fit even there is a typed error.
 */
final class QueryStack {
  private static final long LARGE_BYTES = 512L << 20;

  /**
   * From this number of characters on, counting every verb of a frame as some, a query is large.
   */
  private static final int LARGE_CHARACTERS = 1_000;

  private static final int CHARACTERS_PER_VERB = 10;

  private QueryStack() {}

  /** Runs what parses or analyses a text. */
  static <T> T forText(String text, Supplier<T> body) {
    return run(text.length() > LARGE_CHARACTERS, body);
  }

  /** Runs what walks over a plan. */
  static <T> T forPlan(LogicalPlan plan, Supplier<T> body) {
    return run(isLarge(plan), body);
  }

  /** Runs what walks over a plan. */
  static void forPlan(LogicalPlan plan, Runnable body) {
    forPlan(
        plan,
        () -> {
          body.run();
          return plan;
        });
  }

  /** Whether a plan is large; visits only as much of it as needed. */
  private static boolean isLarge(LogicalPlan plan) {
    Deque<LogicalPlan> open = new ArrayDeque<>();
    open.add(plan);
    long characters = 0;
    while (!open.isEmpty()) {
      LogicalPlan node = open.pop();
      characters += CHARACTERS_PER_VERB;
      for (Expr expr : PlanExpressions.of(node)) {
        characters += size(expr);
      }
      if (characters > LARGE_CHARACTERS) {
        return true;
      }
      node.inputs().forEach(open::push);
    }
    return false;
  }

  /** Returns the number of an expression's parts, or a number of parts that is large. */
  private static int size(Expr expr) {
    Deque<Expr> open = new ArrayDeque<>();
    open.push(expr);
    int parts = 0;
    while (!open.isEmpty() && parts <= LARGE_CHARACTERS) {
      parts++;
      open.pop().children().forEach(open::push);
    }
    return parts;
  }

  private static <T> T run(boolean isLarge, Supplier<T> body) {
    return isLarge && !(Thread.currentThread() instanceof LargeThread)
        ? onLargeStack(body)
        : checked(body);
  }

  private static <T> T checked(Supplier<T> body) {
    try {
      return body.get();
    } catch (StackOverflowError e) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot run a query that nests too deep for the stack of "
              + Thread.currentThread().getName()
              + "; write it in smaller steps: conditions as IN lists, inner queries as tables or"
              + " cached frames",
          e);
    }
  }

  /** Runs something for the calling thread, which waits and passes its interrupts on. */
  private static <T> T onLargeStack(Supplier<T> body) {
    AtomicReference<@Nullable Supplier<T>> outcome = new AtomicReference<>();
    AtomicBoolean flag = CancelPoint.current();
    LargeThread thread =
        new LargeThread(() -> outcome.set(CancelPoint.under(flag, () -> outcomeOf(body))));
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // the system sets no such stack aside
      return checked(body);
    }
    awaitEnd(thread);
    if (thread.isInterrupted()) {
      Thread.currentThread().interrupt();
    }
    return requireNonNull(outcome.get(), "the thread ended without an outcome").get();
  }

  /** Runs something; its outcome, thrown or not, is for the calling thread to take. */
  private static <T> Supplier<T> outcomeOf(Supplier<T> body) {
    try {
      T result = checked(body);
      return () -> result;
    } catch (Throwable e) {
      return () -> {
        addCallers(e);
        if (e instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) e; // a supplier throws no other
      };
    }
  }

  private static void awaitEnd(Thread thread) {
    while (true) {
      try {
        thread.join();
        return;
      } catch (InterruptedException e) {
        thread.interrupt();
      }
    }
  }

  /** Adds the caller's frames to an error's, as if the caller had run what failed. */
  private static void addCallers(Throwable error) {
    List<StackTraceElement> frames = new ArrayList<>(List.of(error.getStackTrace()));
    frames.addAll(List.of(Thread.currentThread().getStackTrace()));
    error.setStackTrace(frames.toArray(StackTraceElement[]::new));
  }

  private static final class LargeThread extends Thread {
    LargeThread(Runnable body) {
      super(null, body, "heddle-large-query", LARGE_BYTES);
      setDaemon(true);
    }
  }
}
