package dev.heddle.physical.plan;

import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.frame.expr.catalogue.UserCode;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.codec.Form;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.wire.SchemaForm;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import java.util.List;
import java.util.Optional;

/**
 * How those parts of a plan are written that are no records. Codecs with these forms need {@link
 * PlanTables}.
 */
public final class PlanForms {
  /** All forms. */
  public static final List<Form<?, ?, ?>> ALL =
      List.of(
          SchemaForm.FORM,
          new Form<>(
              PhysicalPlan.Scan.class,
              ScanForm.class,
              PlanTables.class,
              ScanForm::of,
              ScanForm::open),
          new Form<>(
              UserFunction.class,
              UserFunctionForm.class,
              PlanTables.class,
              UserFunctionForm::of,
              UserFunctionForm::open),
          Form.of(
              RowFilter.class, RowFilterForm.class, RowFilterForm::of, RowFilterForm::toRowFilter),
          Form.of(Estimate.class, EstimateForm.class, EstimateForm::of, EstimateForm::toEstimate),
          Form.of(
              RuntimeFilter.class,
              NotSent.class,
              _ -> {
                throw new IllegalStateException("Runtime filters are bound where a plan runs");
              },
              _ -> {
                throw new IllegalArgumentException("a runtime filter in a plan");
              }));

  private PlanForms() {}

  /** A scan with the number of its table. */
  record ScanForm(
      int table,
      ScanRequest request,
      List<PhysicalPlan.RuntimeColumn> runtime,
      boolean isWhole,
      Optional<KeyBounds> keys,
      List<SortOrder> order,
      Schema output,
      Estimate estimate) {
    static ScanForm of(PhysicalPlan.Scan scan, PlanTables tables) {
      return new ScanForm(
          tables.number(scan),
          scan.request(),
          scan.runtime(),
          scan.isWhole(),
          scan.keys(),
          scan.order(),
          scan.output(),
          scan.estimate());
    }

    PhysicalPlan.Scan open(PlanTables tables) {
      return new PhysicalPlan.Scan(
          tables.table(table), request, runtime, isWhole, keys, order, output, estimate);
    }
  }

  /** A function of the user's own: the name of its class, and where that is. */
  record UserFunctionForm(
      String name,
      String type,
      List<Integer> archives,
      List<DataType> argumentTypes,
      DataType resultType,
      NullRule nullRule,
      boolean isDeterministic) {
    static UserFunctionForm of(UserFunction function, PlanTables tables) {
      return new UserFunctionForm(
          function.name(),
          function.code().type().getName(),
          tables.archives(function),
          function.argumentTypes(),
          function.resultType(),
          function.nullRule(),
          function.isDeterministic());
    }

    UserFunction open(PlanTables tables) {
      return new UserFunction(
          name,
          new UserCode.OfClass(tables.code(name, type, archives)),
          argumentTypes,
          resultType,
          nullRule,
          isDeterministic,
          List.of());
    }
  }

  /** A conjunct that a reader applies. */
  record RowFilterForm(PhysicalExpr predicate, QueryTime time) {
    static RowFilterForm of(RowFilter filter) {
      if (filter instanceof ExprRowFilter expression) {
        return new RowFilterForm(expression.predicate(), expression.time());
      }
      throw new IllegalStateException("No form of the row filter " + filter);
    }

    RowFilter toRowFilter() {
      return ExprRowFilter.of(predicate, time);
    }
  }

  /** An estimate without what only its maker asks for. */
  record EstimateForm(double rows, double bytes) {
    static EstimateForm of(Estimate estimate) {
      return new EstimateForm(estimate.rows(), estimate.bytes());
    }

    Estimate toEstimate() {
      return new Estimate(rows, bytes);
    }
  }

  /** Represents what is never in a plan. */
  record NotSent() {}
}
