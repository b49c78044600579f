package dev.heddle.engine.catalogue;

import org.jspecify.annotations.Nullable;

/**
 * What a table is after it is altered, besides its rows.
 *
 * @param name its own name
 * @param from a column with another name from now on; null for none
 * @param to that name
 */
public record AlteredTable(
    String name, TableDefinition definition, @Nullable String from, @Nullable String to) {}
