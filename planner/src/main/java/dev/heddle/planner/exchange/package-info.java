/** Divides plans among partitions. */
@NullMarked
package dev.heddle.planner.exchange;

import org.jspecify.annotations.NullMarked;
