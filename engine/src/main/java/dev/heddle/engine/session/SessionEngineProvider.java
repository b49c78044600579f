package dev.heddle.engine.session;

import dev.heddle.engine.graph.StageRunner;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.EngineProvider;
import dev.heddle.io.memory.MemoryLedger;

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
