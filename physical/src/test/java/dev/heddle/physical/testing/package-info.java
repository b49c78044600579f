/** Runs operators over random batches as a query does, and counts what they leave behind. */
@NullMarked
package dev.heddle.physical.testing;

import org.jspecify.annotations.NullMarked;
