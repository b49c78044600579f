/**
 * Makes relational plans of logical ones.
 *
 * <p>{@link dev.heddle.planner.translate.LogicalPlanTranslator} goes over the graph of a plan;
 * equal parts become one node. Larger nodes have a class each ({@code JoinTranslation}, {@code
 * AggregateTranslation}, {@code WindowTranslation}, {@code AsOfTranslation}, {@code
 * SampleTranslation}). {@code ExtendedInput} puts a dependent join below a node for each subquery
 * in its expressions. Long chains of projections become few first ({@code ProjectionChains}).
 *
 * <p><b>Expressions.</b> {@code ExprTranslator} makes row expressions; what is repeated is
 * evaluated once ({@code RepeatedParts}), constants of long lists are computed at once ({@code
 * ConstantMembers}). {@code FunctionCalls} casts arguments by the catalogue's signatures, {@link
 * dev.heddle.planner.translate.OperatorMapping} is the one tie between catalogue functions and
 * Calcite's operators, {@link dev.heddle.planner.translate.RexLiterals} that between literals.
 * {@link dev.heddle.planner.translate.RexToPhysical} is the way on, to physical expressions.
 *
 * <p>To add a node of logical plans, give it a case in the translator; a function of the catalogue
 * needs nothing here unless Calcite has an operator that its rules know. One object serves one plan
 * and one thread.
 */
@NullMarked
package dev.heddle.planner.translate;

import org.jspecify.annotations.NullMarked;
