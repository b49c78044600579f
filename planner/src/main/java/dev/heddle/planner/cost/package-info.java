/** Row counts, distinct counts and costs estimated from footer statistics. */
@NullMarked
package dev.heddle.planner.cost;

import org.jspecify.annotations.NullMarked;
