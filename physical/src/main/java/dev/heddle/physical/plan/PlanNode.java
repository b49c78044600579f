package dev.heddle.physical.plan;

import dev.heddle.frame.schema.Schema;
import java.util.List;

/** What each node of a {@link PhysicalPlan} has; those of a kind have some of it in one way. */
public interface PlanNode {
  /** Returns the columns of the output; names serve display only. */
  Schema output();

  /** Returns what the planner expects of the output. */
  Estimate estimate();

  /** Returns the inputs in order. */
  List<PhysicalPlan> inputs();

  /** A node without inputs. */
  interface NoInput extends PlanNode {
    @Override
    default List<PhysicalPlan> inputs() {
      return List.of();
    }
  }

  /** A node of one input. */
  interface OneInput extends PlanNode {
    /** Returns the rows that it reads. */
    PhysicalPlan input();

    @Override
    default List<PhysicalPlan> inputs() {
      return List.of(input());
    }
  }

  /** A node whose output has the columns of its only input. */
  interface SameColumns extends OneInput {
    @Override
    default Schema output() {
      return input().output();
    }
  }

  /** A node of two inputs. */
  interface TwoInputs extends PlanNode {
    /** Returns the rows of the first input. */
    PhysicalPlan left();

    /** Returns the rows of the second input. */
    PhysicalPlan right();

    @Override
    default List<PhysicalPlan> inputs() {
      return List.of(left(), right());
    }
  }
}
