package dev.heddle.engine.session;

import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.spi.Engine;
import dev.heddle.io.catalog.Table;

/**
 * How an engine that hosts a session's stages takes frames over and hands tables in, by the engine
 * that {@link SessionEngineProvider#over} has returned. Stateless.
 */
public final class HostedFrames {
  private HostedFrames() {}

  /** Returns what runs the stages of an engine. */
  public static StageRunner runner(Engine engine) {
    return session(engine).runner();
  }

  /** Returns a scan of a table that the session has from now on, until it ends. */
  public static LogicalPlan.Scan scan(Engine engine, Table table) {
    SessionEngine session = session(engine);
    session.executor().checkOpen();
    return session.memory().add(table);
  }

  /**
   * Computes rows that stay where they are made until the caller closes them; the runner is one
   * that persists.
   */
  public static PersistedRows keep(Engine engine, LogicalPlan plan) {
    return QueryStack.forPlan(plan, () -> session(engine).executor().keep(plan));
  }

  private static SessionEngine session(Engine engine) {
    if (engine instanceof SessionEngine session) {
      return session;
    }
    throw new IllegalArgumentException("Not an engine of this package: " + engine);
  }
}
