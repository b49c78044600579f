package dev.heddle.engine.session;

import dev.heddle.engine.graph.StageRunner;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.EngineProvider;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.WorkingFolder;

/** Opens sessions that work in this process. */
public final class SessionEngineProvider implements EngineProvider {
  /** Makes a provider; for ServiceLoader. */
  public SessionEngineProvider() {
    LoggingStart.quietWithoutProvider();
  }

  @Override
  public String name() {
    return "local";
  }

  @Override
  public Engine open(SessionOptions options) {
    return new SessionEngine(options);
  }

  /** Opens a session for a process that works in another folder than this one. */
  public Engine open(SessionOptions options, WorkingFolder folder) {
    return new SessionEngine(options, SharedState.runner(options), folder);
  }

  /** Returns an engine whose stages are run by what it is given, and closes. */
  public static Engine over(StageRunner runner, SessionOptions options) {
    LoggingStart.quietWithoutProvider();
    return new SessionEngine(options, runner);
  }

  /** Returns the one ledger of off-heap memory that all sessions of this process share. */
  public static MemoryLedger memory() {
    return ProcessMemory.ledger();
  }
}
