/**
 * The parser of SQL: recursive descent over tokens, one class a clause, into the syntax tree of
 * {@link dev.heddle.planner.sql.tree}.
 *
 * <p>{@link dev.heddle.planner.sql.parser.SqlParser} is the way in. The text is read once, from
 * left to right; the next token, at times a few more, decides what comes, and nothing is tried and
 * taken back. Long chains of operators are loops, so that only parentheses take stack; how deep
 * they may nest is bounded. Words are keywords only where one is allowed: few are reserved ({@link
 * dev.heddle.planner.sql.parser.Keywords}). Escapes of JDBC are replaced among the tokens, before
 * anything is parsed ({@link dev.heddle.planner.sql.parser.EscapeTokens}).
 *
 * <p>Errors are of code SYNTAX and give line, column, what was found, what was expected and, where
 * a word is near a keyword that is allowed there, that keyword.
 */
@NullMarked
package dev.heddle.planner.sql.parser;

import org.jspecify.annotations.NullMarked;
