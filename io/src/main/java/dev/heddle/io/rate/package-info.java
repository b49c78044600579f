/**
 * How many requests a second one bucket of an object store gets from this process, and from a
 * cluster.
 *
 * <p>An object store that has enough of requests refuses some of them (503 SlowDown, 429). What is
 * governed is the number of requests: bandwidth follows, since the bytes of a request are chosen by
 * the reader and not by the limit, and services limit both with the same answer. So the bandwidth
 * that is allowed is the allowed rate times the mean bytes of a request.
 *
 * <p>{@link dev.heddle.io.rate.RateControl} decides how high the limit is: none until the first
 * refusal. {@link dev.heddle.io.rate.RequestGate} holds a process to it: every request passes it,
 * at the time that {@link dev.heddle.io.rate.RequestPacer} sets. While a cluster's scheduler
 * governs the bucket it runs the one RateControl over the sums of what its members report ({@link
 * dev.heddle.io.rate.BucketUse}) and gives each a {@link dev.heddle.io.rate.RequestLease}. A
 * process without a lease, or whose lease has expired, runs a RateControl of its own, which starts
 * from the rate of its last lease.
 *
 * <h2>The limit</h2>
 *
 * <p>Additive increase and halving alone would swing between half and all of what the service
 * grants: a quarter of it would be unused. So the rate at which the service refused is remembered,
 * the ceiling, as CUBIC does with its window:
 *
 * <ol>
 *   <li>On a refusal the ceiling is what was granted just before. The limit is half of it for the
 *       time in which what was refused can be sent again, at most two seconds.
 *   <li>Then it is {@link dev.heddle.io.rate.RateControl#RETURN_SHARE} of the ceiling, and grows
 *       additively to the ceiling in {@link dev.heddle.io.rate.RateControl#PLATEAU_SECONDS}, but
 *       only in intervals in which the allowance was used up. Near the ceiling steps are small, so
 *       that a probe costs less than a hundredth of the requests of an interval.
 *   <li>Beyond the ceiling it grows faster and faster, for a service that grants more by now.
 *   <li>A first ceiling that comes from few refusals among many requests is a guess, and so is one
 *       while a service that granted far more seems to grant nothing: until the next refusal the
 *       limit doubles each two seconds.
 *   <li>The limit is halved at most once in the time that its effect takes to be seen, unless most
 *       requests are refused.
 *   <li>Five minutes without any refusal lift the limit.
 * </ol>
 */
@NullMarked
package dev.heddle.io.rate;

import org.jspecify.annotations.NullMarked;
