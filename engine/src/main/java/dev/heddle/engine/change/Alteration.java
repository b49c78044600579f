package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.AlteredTable;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a table is after an ALTER.
 *
 * @param name its name from now on
 * @param rows a query of its rows, with the columns of the schema by their names, over the table as
 *     it was; null if they stay as they are
 * @param renamed a column with another name; null for none
 * @param message what has been done
 */
public record Alteration(
    String name,
    Schema schema,
    TableDefinition definition,
    @Nullable String rows,
    @Nullable Renamed renamed,
    String message) {
  /** Returns what the catalogue keeps of it. */
  public AlteredTable kept() {
    return new AlteredTable(
        name,
        definition,
        renamed == null ? null : renamed.from(),
        renamed == null ? null : renamed.to());
  }

  /** A column's names before and after. */
  public record Renamed(String from, String to) {}
}
