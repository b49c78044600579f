/** Checks that the build runs over the sources of all modules. */
@NullMarked
package dev.heddle.build;

import org.jspecify.annotations.NullMarked;
