/**
 * A kernel for Jupyter: cells of SQL and Java over one session.
 *
 * <p><b>Threads.</b> The library that speaks Jupyter's protocol has a thread for requests and one
 * for interrupts. Cells run one after the other on a thread of their own, since the library's
 * sockets do not outlive an interrupt of a thread that uses them; for the same reason what cells
 * print and show goes through a queue to {@link dev.heddle.kernel.CellOutput}'s thread. A cell is
 * answered once all of its output is sent.
 *
 * <p><b>Results.</b> Of a query at most 100,000 rows are kept, off-heap, until the next one; the
 * first 20 are shown, and {@code %plot} draws what is kept.
 *
 * <p><b>Interrupts</b> cancel the session's queries and stop the snippet that runs, over and over
 * until the cell has ended.
 */
@NullMarked
package dev.heddle.kernel;

import org.jspecify.annotations.NullMarked;
