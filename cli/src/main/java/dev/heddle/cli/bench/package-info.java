/**
 * The {@code heddle bench} commands: each reads its flags, runs a suite of {@code dev.heddle.bench}
 * and prints its report. Bench classes are on the class path of these commands only.
 */
@NullMarked
package dev.heddle.cli.bench;

import org.jspecify.annotations.NullMarked;
