/**
 * Groups of flags that several commands have, and the conversion of sizes, times and counts. A flag
 * with a wrong value fails before the command begins, with the flag, the value and what is allowed.
 */
@NullMarked
package dev.heddle.cli.flags;

import org.jspecify.annotations.NullMarked;
