/** JSON lines into and out of batches. */
@NullMarked
package dev.heddle.io.json;

import org.jspecify.annotations.NullMarked;
