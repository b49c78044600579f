/** Sources, operators and sinks: the contracts and one file for each operator. */
@NullMarked
package dev.heddle.physical.operator;

import org.jspecify.annotations.NullMarked;
