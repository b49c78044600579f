/** Nodes of relational plans that Calcite does not have. */
@NullMarked
package dev.heddle.planner.rel;

import org.jspecify.annotations.NullMarked;
