/**
 * One class a kind of expression: a node evaluates its arguments and runs a kernel over them. Made
 * by {@code physical.expr.Compiler}; a tree of nodes belongs to one thread.
 *
 * <p>{@link dev.heddle.physical.expr.node.EvaluatedRows} are the rows of one evaluation, and lend
 * columns until they are closed. A node returns a column that its caller closes.
 */
@NullMarked
package dev.heddle.physical.expr.node;

import org.jspecify.annotations.NullMarked;
