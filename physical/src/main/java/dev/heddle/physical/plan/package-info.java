/** Sealed physical plan records that can be sent over a wire. */
@NullMarked
package dev.heddle.physical.plan;

import org.jspecify.annotations.NullMarked;
