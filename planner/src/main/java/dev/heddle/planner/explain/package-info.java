/** Plans as text, with estimates and the rules that fired. */
@NullMarked
package dev.heddle.planner.explain;

import org.jspecify.annotations.NullMarked;
