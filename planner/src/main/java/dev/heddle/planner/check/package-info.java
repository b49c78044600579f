/** Invariant checkers that run after every phase. */
@NullMarked
package dev.heddle.planner.check;

import org.jspecify.annotations.NullMarked;
