/**
 * The syntax tree of SQL: what was written, clause by clause, before any name or type is known.
 *
 * <p>All nodes are immutable records of sealed interfaces. Each has a {@link
 * dev.heddle.planner.sql.tree.Span} in the script, for errors. Names are as written; a name in
 * quotes is exact. Long chains ({@code AND}, {@code OR}, {@code +}, {@code ||}, {@code UNION}) are
 * one node with many operands, so that the depth of a tree is that of the parentheses in the text.
 */
@NullMarked
package dev.heddle.planner.sql.tree;

import org.jspecify.annotations.NullMarked;
