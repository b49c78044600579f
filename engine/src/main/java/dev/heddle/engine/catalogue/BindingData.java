package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.sql.SqlRules;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What binding reads besides the catalogue. Safe for many threads.
 *
 * @param sources lists the files of a source and returns their scan, or fails if it cannot be read;
 *     one object for sessions of equal rights
 * @param queries runs a query whose rows decide what a text means
 * @param variables those of the session
 * @param prepared statements of the session
 * @param rules what the session has chosen about its texts until now
 */
public record BindingData(
    Function<Source, LogicalPlan.Scan> sources,
    Function<LogicalPlan, List<List<@Nullable Object>>> queries,
    SessionVariables variables,
    PreparedTexts prepared,
    Supplier<SqlRules> rules) {
  /** Returns the same with other rights. */
  BindingData withSources(Function<Source, LogicalPlan.Scan> others) {
    return new BindingData(others, queries, variables, prepared, rules);
  }
}
