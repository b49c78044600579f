/** What planning takes, and what each rewrite of the optimizer is worth. */
@NullMarked
package dev.heddle.bench.planning;

import org.jspecify.annotations.NullMarked;
