/** Sealed, immutable, structurally equal logical plan records. */
@NullMarked
package dev.heddle.frame.plan;

import org.jspecify.annotations.NullMarked;
