package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanParameters;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query of SQL that is parsed and typed once, and run with other values for its parameters each
 * time; tables and views are as they are then. Immutable, free to share between threads.
 *
 * {@snippet class="dev.heddle.frame.SnippetsTest" region="prepare"}
 *
 * @see Session#prepare
 */
public final class PreparedQuery {
  private final Session session;
  private final String text;
  private final Map<String, LogicalPlan> frames;
  private final PreparedSql query;

  PreparedQuery(Session session, String text, Map<String, LogicalPlan> frames) {
    this.session = session;
    this.text = text;
    this.frames = frames;
    this.query = session.engine().prepareSql(text, frames);
  }

  /** Returns the type of each parameter by name, or by number from 1, in the order of the text. */
  public Map<String, DataType> parameters() {
    return query.parameters();
  }

  /** Returns the columns of the result. */
  public Schema schema() {
    return query.plan().schema();
  }

  /**
   * Returns the frame that the query means with values for {@code ?} in their order.
   *
   * @throws dev.heddle.frame.error.AnalysisException if there are more or fewer than parameters, or
   *     one does not fit its parameter's type
   */
  public DataFrame bind(@Nullable Object... values) {
    return bind(Arrays.asList(requireNonNull(values, "values is null")));
  }

  /** Returns the frame that the query means with values for {@code ?} in their order. */
  public DataFrame bind(List<? extends @Nullable Object> values) {
    return bind(SqlParameters.of(values));
  }

  /** Returns the frame that the query means with values for {@code $name} by name. */
  public DataFrame bind(Map<String, ? extends @Nullable Object> values) {
    return bind(SqlParameters.of(values));
  }

  DataFrame bind(SqlParameters parameters) {
    PreparedSql now = session.engine().prepareSql(text, frames);
    parameters.requireAll(now.parameters().keySet());
    Map<String, Expr> constants = parameters.constants(now.parameters());
    return session.frame(PlanParameters.replaced(now.plan(), constants));
  }
}
