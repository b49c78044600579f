/** Tables: their files, partitions, statistics and cached footers. */
@NullMarked
package dev.heddle.io.catalog;

import org.jspecify.annotations.NullMarked;
