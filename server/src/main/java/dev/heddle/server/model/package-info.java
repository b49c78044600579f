/**
 * What is known of queries, workers and this process, in bounded memory: tasks and series are
 * thinned while they grow, the last 1,000 queries are kept in a folder. Of the stacks of sampled
 * queries the last few are in memory, of the others the graphs are in the folder. All of it is for
 * looking: the engine needs none of it, and never waits for it for longer than it takes to write a
 * number down. Texts have their secrets masked before they are kept.
 */
@NullMarked
package dev.heddle.server.model;

import org.jspecify.annotations.NullMarked;
