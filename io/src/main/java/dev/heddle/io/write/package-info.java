/**
 * What all formats have in common when files are written: one writer a file, to which batches are
 * lent. Which rows go into which file, and when the files become visible, is decided above.
 */
@NullMarked
package dev.heddle.io.write;

import org.jspecify.annotations.NullMarked;
