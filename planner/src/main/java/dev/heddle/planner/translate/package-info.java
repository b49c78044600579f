/** Logical plans become Calcite relational expressions. */
@NullMarked
package dev.heddle.planner.translate;

import org.jspecify.annotations.NullMarked;
