/**
 * What commands print: tables on a terminal, the text formats of {@code -o} and of pipes, and
 * errors. Rows are printed as they come; a reader that closes its pipe ends the command quietly.
 */
@NullMarked
package dev.heddle.cli.output;

import org.jspecify.annotations.NullMarked;
