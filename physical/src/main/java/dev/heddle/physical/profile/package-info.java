/**
 * Where in a query each thread is, for profiles that are made by sampling.
 *
 * <p>A stack cannot tell two joins of one plan apart, so threads that work for a profiled query
 * publish what they work on, and samples are matched with it by their time. A {@link
 * dev.heddle.physical.profile.PlaceRing} has the last 65,536 changes of one thread as one {@code
 * long} each: microseconds and a place. A place is a number below 65,536 that the sampler has given
 * to a node of a query, or to an {@link dev.heddle.physical.profile.Activity} beside its nodes
 * ({@link dev.heddle.physical.profile.QueryPlaces}); 0 is what is no profiled query's.
 *
 * <p><b>Cost.</b> A thread has a ring only while it works for a query that is profiled, which is
 * asked once for each part of a task; then a change costs two stores without fences, beside the
 * clock that is read anyway. What is older than the ring is unknown, and is never guessed.
 */
@NullMarked
package dev.heddle.physical.profile;

import org.jspecify.annotations.NullMarked;
