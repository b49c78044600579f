package dev.heddle.physical.usercode;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.function.ScalarUdf;
import dev.heddle.frame.function.TableUdf;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gives the rows of calls of a function as an unnest of its lists does, as they are made. */
public final class UserRowsOperatorFactory implements OperatorFactory {
  private final PhysicalPlan.Unnest node;
  private final UserFunction function;
  private final PhysicalPlan.Project project;

  private UserRowsOperatorFactory(
      PhysicalPlan.Unnest node, UserFunction function, PhysicalPlan.Project project) {
    this.node = node;
    this.function = function;
    this.project = project;
  }

  /** Returns what represents a node and the projection below it, if its lists are such calls. */
  public static Optional<UserRowsOperatorFactory> of(PhysicalPlan.Unnest node) {
    if (!(node.input() instanceof PhysicalPlan.Project project)
        || node.kept().contains(node.list())
        || !(project.expressions().get(node.list()) instanceof PhysicalExpr.UserCall call)
        || !call.function().givesRows()) {
      return Optional.empty();
    }
    boolean isOfParts = PartitionUdf.class.isAssignableFrom(call.function().code().type());
    boolean hasElementsOnly = node.output().size() == 1 && !node.keepsEmpty();
    return isOfParts && !hasElementsOnly
        ? Optional.empty()
        : Optional.of(
            new UserRowsOperatorFactory(node, call.function(), arguments(node, call, project)));
  }

  /** Returns a projection to the kept columns and the arguments of calls. */
  private static PhysicalPlan.Project arguments(
      PhysicalPlan.Unnest node, PhysicalExpr.UserCall call, PhysicalPlan.Project project) {
    List<PhysicalExpr> expressions = new ArrayList<>();
    node.kept().forEach(column -> expressions.add(project.expressions().get(column)));
    expressions.addAll(call.arguments());
    return new PhysicalPlan.Project(
        project.input(), expressions, project.output(), project.estimate());
  }

  /** Returns what computes the operator's input in place of the node's projection. */
  public PhysicalPlan.Project project() {
    return project;
  }

  @Override
  public Operator open(TaskContext context) {
    RowAssembly rows = new RowAssembly(node, function, context);
    ScalarUdf code = function.code().open();
    return switch (code) {
      case TableUdf<?> table -> new TableCallOperator(function, table, rows);
      case PartitionUdf<?> parts -> new PartitionCallOperator(function, parts, rows);
      default -> throw new IllegalStateException(function.name() + " gives no rows");
    };
  }

  @Override
  public void close() {}
}
