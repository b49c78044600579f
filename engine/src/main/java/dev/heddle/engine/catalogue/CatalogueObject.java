package dev.heddle.engine.catalogue;

import static java.util.Objects.requireNonNull;

/**
 * A table or view with all that is known of it. Immutable.
 *
 * @param definition what a table is besides its columns and rows; plain of a view
 */
public record CatalogueObject(
    SessionCatalogue.Entry entry, TableDefinition definition, TableComments comments) {
  /** Checks that nothing is missing. */
  public CatalogueObject {
    requireNonNull(entry, "entry is null");
    requireNonNull(definition, "definition is null");
    requireNonNull(comments, "comments is null");
  }

  /** Returns one without comments. */
  static CatalogueObject of(SessionCatalogue.Entry entry, TableDefinition definition) {
    return new CatalogueObject(entry, definition, TableComments.NONE);
  }

  CatalogueObject withEntry(SessionCatalogue.Entry other) {
    return new CatalogueObject(other, definition, comments);
  }

  CatalogueObject withDefinition(TableDefinition other) {
    return new CatalogueObject(entry, other, comments);
  }

  CatalogueObject withComments(TableComments other) {
    return new CatalogueObject(entry, definition, other);
  }
}
