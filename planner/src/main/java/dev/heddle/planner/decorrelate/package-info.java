/** Dependent joins become joins: subqueries are computed for all outer rows at once. */
@NullMarked
package dev.heddle.planner.decorrelate;

import org.jspecify.annotations.NullMarked;
