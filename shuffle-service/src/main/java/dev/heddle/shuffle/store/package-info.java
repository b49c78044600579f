/** Where the partitions of an exchange are kept, sealed and counted. */
@NullMarked
package dev.heddle.shuffle.store;

import org.jspecify.annotations.NullMarked;
