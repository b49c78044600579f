package dev.heddle.bench.suite;

import static java.util.Objects.requireNonNull;

/**
 * How an engine is opened.
 *
 * @param engine name: {@code heddle}, {@code cluster} or {@code duckdb}
 * @param threads threads it may use; 0 means one for each processor
 * @param memoryBytes memory it may use; 0 means its own default
 * @param api how Heddle is asked; others always get SQL
 * @param tables where the tables are during queries
 */
public record EngineSpec(
    String engine, int threads, long memoryBytes, HeddleEngine.Api api, Tables tables) {
  /** Where an engine's tables are. */
  public enum Tables {
    /** In the Parquet files. */
    FILES,
    /** In memory: Heddle's cached frames, DuckDB's own tables. */
    MEMORY
  }

  /** Checks that nothing is missing. */
  public EngineSpec {
    requireNonNull(engine, "engine is null");
    requireNonNull(api, "api is null");
    requireNonNull(tables, "tables is null");
  }
}
