/** What planning takes, what each rewrite of the optimizer is worth, and orders of joins. */
@NullMarked
package dev.heddle.bench.planning;

import org.jspecify.annotations.NullMarked;
