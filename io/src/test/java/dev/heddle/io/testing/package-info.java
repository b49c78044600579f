/**
 * What tests of all modules share: random batches, a SQL oracle, rows of batches, storage that
 * fails, connections that break.
 */
@NullMarked
package dev.heddle.io.testing;

import org.jspecify.annotations.NullMarked;
