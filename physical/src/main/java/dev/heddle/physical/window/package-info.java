/**
 * Windows over sorted partitions: frames and the functions over them, piece by piece, so that a
 * partition may be larger than memory.
 */
@NullMarked
package dev.heddle.physical.window;

import org.jspecify.annotations.NullMarked;
