/**
 * Scripts in the form of sqllogictest, as DuckDB's own tests are, run in DuckDB and in Heddle side
 * by side.
 *
 * <p>{@code ScriptReader} makes records of a text, {@code ScriptRun} runs those of one file in two
 * fresh {@code Database}s, {@code Values} compares what they answer, and {@code ScriptTally}
 * counts.
 */
@NullMarked
package dev.heddle.bench.scripts;

import org.jspecify.annotations.NullMarked;
