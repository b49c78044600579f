package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.planner.sql.SqlSchema;
import dev.heddle.planner.sql.tree.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the schema that is written before a table's name: {@code main}, {@code heddle.main}, or
 * {@code heddle} alone, whose schema is {@code main}. Stateless.
 */
public final class SchemaNames {
  private SchemaNames() {}

  /**
   * Returns the schema that names mean.
   *
   * @param qualifiers at least one name
   * @return null if they mean none
   */
  public static @Nullable SqlSchema find(List<Name> qualifiers) {
    boolean hasCatalogue = qualifiers.getFirst().mayMean(SqlSchema.CATALOGUE);
    if (qualifiers.size() > 2 || (qualifiers.size() == 2 && !hasCatalogue)) {
      return null;
    }
    for (SqlSchema schema : SqlSchema.values()) {
      if (qualifiers.getLast().mayMean(schema.sqlName())) {
        return schema;
      }
    }
    return qualifiers.size() == 1 && hasCatalogue ? SqlSchema.MAIN : null;
  }

  /**
   * Returns the schema that names mean.
   *
   * @param qualifiers at least one name
   * @throws dev.heddle.frame.error.AnalysisException if there is none, naming those there are
   */
  public static SqlSchema require(BindContext context, List<Name> qualifiers) {
    SqlSchema schema = find(qualifiers);
    if (schema != null) {
      return schema;
    }
    Name first = qualifiers.getFirst();
    if (qualifiers.size() > 2) {
      throw context.error(
          first.span(),
          "the name of a table has at most three parts, "
              + SqlSchema.CATALOGUE
              + ", its schema and its own name");
    }
    if (qualifiers.size() == 2 && !first.mayMean(SqlSchema.CATALOGUE)) {
      throw context.error(
          first.span(),
          NearestNames.missing("catalogue", first.text(), List.of(SqlSchema.CATALOGUE)));
    }
    Name name = qualifiers.getLast();
    throw context.error(
        name.span(), NearestNames.missing("schema", name.text(), SqlSchema.sqlNames()));
  }
}
