/** Typed errors, their codes and their kinds. */
@NullMarked
package dev.heddle.frame.error;

import org.jspecify.annotations.NullMarked;
