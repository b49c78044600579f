/** The heddle command and its subcommands. */
@NullMarked
package dev.heddle.cli;

import org.jspecify.annotations.NullMarked;
