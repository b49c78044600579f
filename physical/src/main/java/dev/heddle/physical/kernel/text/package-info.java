/**
 * Text as bytes of UTF-8: searches, LIKE, slices, splits, similarity. Views are written without
 * copying the bytes of their source where that is possible.
 */
@NullMarked
package dev.heddle.physical.kernel.text;

import org.jspecify.annotations.NullMarked;
