/**
 * Typed expressions over the columns of a batch, and their evaluation.
 *
 * <p><b>Expressions.</b> {@link PhysicalExpr} is sealed, immutable and sent as part of plans. Types
 * are final: lowering has put casts where a kernel wants another type. {@link Expressions} states
 * facts that need no evaluation, such as whether one can fail. {@link ConstantFolder} computes
 * parts without columns by the same kernels.
 *
 * <p><b>Values.</b> {@link Compiler} turns expressions into a tree of {@code expr.node}s for one
 * thread. Equal parts are computed once for a batch. The largest part that reads one text column
 * and cannot fail is computed on the column's dictionary where it has one. {@link FunctionCompiler}
 * chooses the node of each function of the catalogue; those of text and of lists, structs and maps
 * have compilers of their own. {@link Evaluator} runs the trees over batches: it gathers the
 * columns that are read by the batch's selection and owns what is cached between batches.
 *
 * <p><b>Conditions.</b> {@link PredicateCompiler} turns a condition into {@link Predicate}s that
 * narrow a selection: each conjunct looks only at rows that those before it kept, so a condition
 * that can fail is not computed for rows that an earlier one drops. {@link RangePredicate}, {@link
 * NullPredicate} and {@link DictionaryPredicate} are the cheap forms, {@link NodePredicate} is any
 * other. {@link NarrowedComparison} undoes a widening of the column on the constant, so that a
 * comparison stays in the column's type.
 *
 * <p><b>Pruning.</b> {@link PruningPredicates} derives from a condition what statistics of files,
 * row groups and pages can disprove ({@link SteppedComparisons} sees through {@code year(d) =
 * 2024}). {@link ExprRowFilter} is a conjunct that a reader applies while it decodes. Both may let
 * rows pass that the filter above drops; neither drops others.
 *
 * <p><b>Errors.</b> A kernel computes null rows like all others and only reports that some row may
 * have failed; a second pass finds the first valid row that did, and names its values.
 */
@NullMarked
package dev.heddle.physical.expr;

import org.jspecify.annotations.NullMarked;
