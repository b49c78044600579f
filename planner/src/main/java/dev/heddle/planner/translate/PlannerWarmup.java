package dev.heddle.planner.translate;

import static java.util.Objects.requireNonNull;

import dev.heddle.io.warmup.Warmup;
import dev.heddle.planner.types.CalciteSetup;
import java.util.concurrent.Executor;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Gets what every first query of a process needs ready before the query is known: Calcite's tables
 * of operators, methods and metadata, which are made in static initialisers.
 *
 * <p>Two threads that initialise classes which need each other would wait for each other for good.
 * So the thread that plans the first query runs it, and other threads get only {@link
 * #operators()}, once the classes that it needs are initialised.
 *
 * @param beside runs what can be done at the same time, on another thread
 */
public record PlannerWarmup(Executor beside) implements Warmup {
  static {
    CalciteSetup.ensure();
  }

  @Override
  public void run() {
    requireNonNull(SqlStdOperatorTable.PLUS); // the operators themselves
    beside.execute(PlannerWarmup::operators);
    new QueryContext();
  }

  /** Arranges the operators by name, and units of time by each other. */
  private static void operators() {
    requireNonNull(TimeFrames.CORE);
    SqlStdOperatorTable.instance();
  }
}
