/** Loops over columns: comparing, arithmetic, hashing, gathering and sort keys. */
@NullMarked
package dev.heddle.physical.kernel;

import org.jspecify.annotations.NullMarked;
