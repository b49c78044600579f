/**
 * What tools ask of a database: all its methods answer, the results have the columns of the
 * specification, and are empty where Heddle has no such thing (keys, indexes, privileges,
 * procedures, types of the user's).
 *
 * <p>Tables and views are in the schema {@code main} of the catalogue {@code heddle}. Patterns are
 * those of LIKE with {@code \} as the escape; they match names as they are, and where none does
 * without regard to case. A catalogue or schema {@code ""} matches nothing, null everything.
 *
 * <p>The bases of {@link HeddleDatabaseMetaData} divide the interface: traits, features, limits,
 * names. Facts can be read after the connection is closed, results cannot.
 */
@NullMarked
package dev.heddle.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
