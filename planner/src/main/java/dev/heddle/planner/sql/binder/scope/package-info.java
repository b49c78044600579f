/** What names mean while a statement is bound. */
@NullMarked
package dev.heddle.planner.sql.binder.scope;

import org.jspecify.annotations.NullMarked;
