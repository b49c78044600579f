/**
 * The tables, views and functions of a session by their names, and what SQL texts mean with them.
 *
 * <p>{@link CatalogueStore} keeps what is committed, of all sessions over it, and {@link
 * SessionCatalogue} is what one of them sees: that, or what its open {@link CatalogueTransaction}
 * has made of what there was when it began, which {@link CatalogueMerge} puts into what others have
 * committed since. {@link SessionNames} are what names mean while one text is bound, with views
 * bound at their use, and {@link BoundQueries} what the last texts meant. {@link CatalogueState} is
 * what there is at a moment, by database and schema, and replaced as a whole by each change, {@link
 * Sequence}s among it, whose values alone go on by themselves; beside it are functions ({@link
 * SessionFunctions}), which have no schema. {@link TableDefinition} is what a table is besides its
 * columns and rows. {@link SessionVariables}, {@link PreparedTexts} and the {@link CurrentSchema}
 * are those of one session alone. The tables of {@code information_schema} ({@link
 * InformationTable}) have rows ({@link InformationSchema}) that are part of a query's plan as
 * constants, as those of functions such as {@code duckdb_tables()} ({@link SystemTable}) are. Only
 * the columns of views need that their texts are bound; a view that cannot be has those that it
 * had. Files are listed, and queries whose rows decide what a text means are run, by what the
 * session gives ({@link BindingData}); such a text is bound anew each time.
 */
@NullMarked
package dev.heddle.engine.catalogue;

import org.jspecify.annotations.NullMarked;
