package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.SqlRules;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What binding reads besides the catalogue. Safe for many threads.
 *
 * @param sourcesNow what {@link #sources} returns
 * @param queries runs a query whose rows decide what a text means
 * @param variables those of the session
 * @param prepared statements of the session
 * @param facts what texts can read of the session
 * @param rules what the session has chosen about its texts until now
 * @param current the schema of names without one
 */
public record BindingData(
    Supplier<Function<Source, LogicalPlan.Scan>> sourcesNow,
    Function<LogicalPlan, List<List<@Nullable Object>>> queries,
    SessionVariables variables,
    PreparedTexts prepared,
    SessionFacts facts,
    Supplier<SqlRules> rules,
    CurrentSchema current) {
  /**
   * Returns what lists the files of a source and returns their scan, or fails if it cannot be read;
   * one object for sessions of equal rights and time zones.
   */
  public Function<Source, LogicalPlan.Scan> sources() {
    return sourcesNow.get();
  }

  /** Returns the same for a text of what is in a schema. */
  public BindingData in(SchemaName home) {
    return new BindingData(
        sourcesNow, queries, variables, prepared, facts, rules, new CurrentSchema(home));
  }

  /** Returns the same for the text of a view, with other rights and its own current schema. */
  BindingData ofView(Function<Source, LogicalPlan.Scan> others, SchemaName home) {
    return new BindingData(
        () -> others, queries, variables, prepared, facts, rules, new CurrentSchema(home));
  }
}
