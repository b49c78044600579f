/** One rewrite rule in each class, and the list of the phases they run in. */
@NullMarked
package dev.heddle.planner.rules;

import org.jspecify.annotations.NullMarked;
