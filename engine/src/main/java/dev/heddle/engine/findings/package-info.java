/**
 * What made a query slow, found in what was measured of it: {@link
 * dev.heddle.engine.findings.Findings} looks at an {@link dev.heddle.engine.findings.Evidence},
 * each kind of finding for itself, and gives them with what they cost, the costliest first.
 *
 * <p><b>Costs</b> are estimates of the time by which the query would have been over sooner. Time of
 * plan nodes is measured on threads: a node's share of the run is its share of the time of all
 * nodes. What costs less than {@link dev.heddle.engine.findings.Thresholds} say is no finding, so
 * that a healthy query has none. Of two findings that explain the same time only the more exact one
 * is given.
 *
 * <p><b>Load of other programs</b> makes no finding: times in which slots or threads were idle
 * count in proportion to the processor time that working threads had, and planning by its processor
 * time.
 *
 * <p><b>Values of keys</b> come from {@link dev.heddle.physical.operator.FrequentKeys}, a sample of
 * one row of each batch that operators with keys read, in workers always, here only if somebody
 * wants to know what makes a query slow. Where none is frequent, or none was sampled, only columns
 * are named. Values are literals beside the name of their key, so that secrets among them can be
 * masked; spans have none, nor the text of a finding.
 *
 * <p><b>Skew</b> is named from a lower cost on where a value has more rows than a task's, or a
 * thread's, share of them. On a cluster only values of keys count by which rows were divided among
 * tasks.
 *
 * <p><b>Filters above windows</b> are found where they read nothing that the window functions have
 * made. The planner pushes down what follows from PARTITION BY, and makes the rest nodes of their
 * own, so that what each takes away is known.
 *
 * <p><b>Skew that was mended</b> while a query ran is found too: {@link
 * dev.heddle.engine.findings.DividedRows} are those of partitions that were divided by ranges, at a
 * price. Estimates of the nodes that divide them are no finding.
 *
 * <p>{@code docs/guide/findings.md} lists the kinds with their thresholds and remedies.
 */
@NullMarked
package dev.heddle.engine.findings;

import org.jspecify.annotations.NullMarked;
