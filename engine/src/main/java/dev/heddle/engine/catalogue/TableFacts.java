package dev.heddle.engine.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import org.jspecify.annotations.Nullable;

/** The keys and defaults that the tables of a catalogue have, for DESCRIBE. Immutable. */
public record TableFacts(CatalogueState state) implements DescribedColumns.Tables {
  /** Checks that nothing is missing. */
  public TableFacts {
    requireNonNull(state, "state is null");
  }

  @Override
  public DescribedColumns.Facts facts(Source.Memory table, String column) {
    for (CatalogueObject object : state.objects().values()) {
      if (object.entry().plan() instanceof LogicalPlan.Scan scan && scan.source().equals(table)) {
        TableDefinition definition = object.definition();
        int at = scan.schema().indexOf(column).orElse(-1);
        return new DescribedColumns.Facts(
            key(definition, column),
            definition.defaults().get(column),
            at < 0 ? null : definition.generatedText(scan.schema().field(at)));
      }
    }
    return DescribedColumns.Facts.NONE;
  }

  private static @Nullable String key(TableDefinition definition, String column) {
    String key = null;
    for (TableDefinition.Key each : definition.keys()) {
      if (each.columns().contains(column)) {
        if (each.kind() == KeyKind.PRIMARY) {
          return "PRI";
        }
        key = "UNI";
      }
    }
    return key;
  }
}
