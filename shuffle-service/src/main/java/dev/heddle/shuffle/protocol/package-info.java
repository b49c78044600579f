/**
 * The exchange contract.
 *
 * <p>An exchange is a committed data set, not a set of tasks. It has a fixed number of partitions
 * and of maps (the tasks that write it). An attempt of a map writes rows for any partition and then
 * commits: the first commit of a map wins, and a later attempt is told so and dropped. Nothing of
 * an attempt can be read before its commit. Once every map has a winner the exchange is sealed;
 * readers then see, for each partition, exactly the batches of the winners.
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
