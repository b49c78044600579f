/**
 * Joins: a build side that all threads share, as an array over dense keys or as a hash table, which
 * is divided and spilled where memory is short; the probes of each kind of join; and the filters
 * over keys that the build side hands to the scans of the probe side.
 */
@NullMarked
package dev.heddle.physical.join;

import org.jspecify.annotations.NullMarked;
