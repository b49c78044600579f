/**
 * What SQL's parser and binder share: names and parameters of types ({@link
 * dev.heddle.planner.sql.TypeNames}, {@link dev.heddle.planner.sql.TypeParameters}), the types that
 * a session has given names ({@link dev.heddle.planner.sql.NamedTypes}), intervals ({@link
 * dev.heddle.planner.sql.Intervals}), the schemas ({@link dev.heddle.planner.sql.SchemaName}), what
 * can be asked of a session ({@link dev.heddle.planner.sql.SessionValue}), what it chooses about
 * the meaning of its texts ({@link dev.heddle.planner.sql.SqlRules}), what DESCRIBE shows ({@link
 * dev.heddle.planner.sql.DescribedColumns}), and the options of {@code COPY} ({@link
 * dev.heddle.planner.sql.CopyTargets}). Stateless; messages are for the user, the caller adds the
 * place.
 */
@NullMarked
package dev.heddle.planner.sql;

import org.jspecify.annotations.NullMarked;
