/**
 * Physical plans: sealed records that describe what to run and hold nothing of a run. A plan is
 * sent to workers, cached and run again, by several threads at once.
 *
 * <p><b>Nodes.</b> {@link PhysicalPlan} has a record for each operator. Columns are positions in
 * the output of the input; those of a join are the left side's, then the right side's. Every node
 * has its output schema and the planner's {@link Estimate}. Equality is structural; equal nodes at
 * two places of a plan are told apart by identity only where metrics are kept.
 *
 * <p><b>What passes ask.</b> {@link NodeTraits} is the one place that states for each node which
 * inputs may be split among tasks, without which rows it has none, what bounds its number of rows,
 * what it keeps in memory and which columns it hands on. The exchanges, the cutter of stages,
 * memory floors, adaptive steps and runtime filters ask it. A new node is a compile error there and
 * in the few exhaustive switches that {@code docs/adding.md} names.
 *
 * <p><b>Aggregation in two halves.</b> {@link AggregateMode} says which half a node does. {@link
 * AggregateStates} lists the columns in which a partial aggregation passes its states to the final
 * one; they are also what is spilled.
 *
 * <p><b>Exchanges.</b> {@link Distribution} says how an exchange places rows into partitions. A
 * plan for one process has none. The planner inserts {@code Exchange} nodes; the engine cuts the
 * plan there and replaces each by an {@code ExchangeRead}.
 *
 * <p><b>Runtime filters.</b> A join or top-N that can tell a scan which keys matter has a filter
 * number; the scan names the same number and a column. {@link RuntimeTypes} lists the types for
 * which that is possible.
 *
 * <p><b>On the wire</b> a plan is written by the codec of {@code io.codec}, by the position of
 * record components. {@link PlanForms} has the forms of parts that are no records, {@link
 * PlanTables} takes tables and the code of user functions out of a plan while it is written. {@code
 * PlanFormsTest} pins the bytes: a changed record is a changed wire.
 */
@NullMarked
package dev.heddle.physical.plan;

import org.jspecify.annotations.NullMarked;
