package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Statement;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A parsed script.
 *
 * @param statements which semicolons separate, without empty ones
 * @param parameters the names and numbers of the parameters of all statements, in the order of the
 *     text
 */
public record Script(List<Statement> statements, Set<String> parameters) {
  /** Copies the collections; the parameters keep their order. */
  public Script {
    statements = List.copyOf(statements);
    parameters = Collections.unmodifiableSet(new LinkedHashSet<>(parameters));
  }
}
