package dev.heddle.physical.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Which inputs of unions a task reads where each input is read by tasks of its own ({@link
 * PhysicalPlan.UnionAll#isApart()}): first those of the first input, then those of the next.
 */
public final class ApartInputs {
  private ApartInputs() {}

  /** Returns the inputs of a union that are read by tasks from a number on, up to another one. */
  public static List<PhysicalPlan> of(PhysicalPlan.UnionAll union, int firstTask, int endTask) {
    if (!union.isApart()) {
      return union.inputs();
    }
    List<PhysicalPlan> read = new ArrayList<>();
    for (int i = 0; i < union.inputs().size(); i++) {
      boolean isLast = i == union.inputs().size() - 1;
      int end = isLast ? Integer.MAX_VALUE : firstTask(union.inputs().get(i + 1));
      if (firstTask < end && firstTask(union.inputs().get(i)) < endTask) {
        read.add(union.inputs().get(i));
      }
    }
    return read;
  }

  /**
   * Returns the numbers of the tasks with which the reading of another input begins; 0 at least.
   */
  public static NavigableSet<Integer> firstTasks(PhysicalPlan fragment) {
    NavigableSet<Integer> first = new TreeSet<>();
    first.add(0);
    add(fragment, first);
    return first;
  }

  private static int firstTask(PhysicalPlan input) {
    return firstTasks(input).last(); // exchanges that every task reads begin at 0
  }

  private static void add(PhysicalPlan plan, NavigableSet<Integer> first) {
    if (plan instanceof PhysicalPlan.ExchangeRead read) {
      first.add(read.firstTask());
    }
    plan.inputs().forEach(input -> add(input, first));
  }
}
