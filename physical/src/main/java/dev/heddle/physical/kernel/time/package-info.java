/**
 * Days, times of day and moments: calendar arithmetic, parts and units, time zones, buckets, and
 * patterns to read and write them. Stateless but for the tables of time zones.
 */
@NullMarked
package dev.heddle.physical.kernel.time;

import org.jspecify.annotations.NullMarked;
