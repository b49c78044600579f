/**
 * Functions of the user's own that give rows, run as operators: an {@link
 * dev.heddle.physical.plan.PhysicalPlan.Unnest} over a projection whose list is a call of one,
 * without the list.
 *
 * <p>A {@link dev.heddle.frame.function.TableUdf} is called for each row, on the task's thread. A
 * {@link dev.heddle.frame.function.PartitionUdf} is called once for the rows that one operator is
 * given; since it asks for rows where an operator is given them, it runs in a thread of its own,
 * and the two take turns. Only the task's thread touches memory that the engine owns but for values
 * of the input, which are read in the function's turn alone.
 *
 * <p>What the code throws, and rows that their type does not take, are errors of code {@code
 * USER_CODE}. Neither is asked for further rows where what they give is dropped, as behind a limit.
 */
@NullMarked
package dev.heddle.physical.usercode;

import org.jspecify.annotations.NullMarked;
