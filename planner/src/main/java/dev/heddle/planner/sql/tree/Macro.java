package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A macro: an expression, or a query, that a call stands for.
 *
 * @param isTable whether it is a query and is called in FROM
 * @param forms one for each number of parameters
 */
public record Macro(Name name, boolean isTable, List<Form> forms) {
  /** Copies the list. */
  public Macro {
    forms = List.copyOf(forms);
  }

  /**
   * Parameters and what is computed of them.
   *
   * @param body an {@link Expression}, or of a table macro a {@link Query}
   */
  public record Form(List<Parameter> parameters, Record body) {
    /** Copies the list. */
    public Form {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * A parameter, which in the body is a name without a table.
   *
   * @param otherwise its value where a call gives none; null if calls must give one
   */
  public record Parameter(Name name, @Nullable Expression otherwise) {}
}
