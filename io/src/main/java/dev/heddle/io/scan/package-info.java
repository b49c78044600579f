/** What a reader is asked for: columns, predicates for each conjunct, and splits. */
@NullMarked
package dev.heddle.io.scan;

import org.jspecify.annotations.NullMarked;
