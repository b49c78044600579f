/** The forms that operator state takes when it is spilled, and the files that hold it. */
@NullMarked
package dev.heddle.physical.spill;

import org.jspecify.annotations.NullMarked;
