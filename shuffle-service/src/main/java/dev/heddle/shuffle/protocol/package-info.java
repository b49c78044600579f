/**
 * The exchange contract.
 *
 * <p>An exchange is a committed data set, not a set of tasks. It has a fixed number of partitions
 * and of maps (the tasks that write it). An attempt of a map writes rows for any partition and then
 * commits: what it wrote is sealed and has a place. The first commit of a map that whoever keeps
 * the winners learns of wins (the scheduler of a cluster, the backend itself in one process);
 * others are dropped and do not matter. Nothing of an attempt can be read before its commit. Once
 * every map has a winner the exchange is sealed; readers then see, for each partition, exactly the
 * batches of the winners, in the order of the maps.
 *
 * <p><b>Row ledger.</b> Each commit states rows and an order-free checksum for each partition: the
 * sum, modulo 2^64, of the {@link dev.heddle.io.batch.RowHash} of each row over all columns in
 * order. A reader counts and sums what it delivers and compares with the totals of the winners when
 * it reaches the end. A difference is an error of code {@code INTERNAL} that names the exchange and
 * the partition: a lost or doubled row is never a wrong answer.
 *
 * <p><b>States.</b> An exchange is open (some map has no winner), sealed, or released. Asking for a
 * partition of an exchange that is unknown, open or released are three different errors; an empty
 * partition is none of them.
 */
@NullMarked
package dev.heddle.shuffle.protocol;

import org.jspecify.annotations.NullMarked;
