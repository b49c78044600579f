/** Ranged reads, writes, listing and atomic publishing of files. */
@NullMarked
package dev.heddle.io.storage;

import org.jspecify.annotations.NullMarked;
