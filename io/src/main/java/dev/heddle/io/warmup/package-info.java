/** What runs to make the first query of a process fast. */
@NullMarked
package dev.heddle.io.warmup;

import org.jspecify.annotations.NullMarked;
