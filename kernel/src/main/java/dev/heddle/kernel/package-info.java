/**
 * A kernel for Jupyter: cells of SQL and Java over one session.
 *
 * <p><b>Protocol.</b> Version 5.3 of Jupyter's over the five ports of a connection file, which
 * {@link dev.heddle.kernel.zmtp} serves. A request of another key, and what is no message of
 * Jupyter, ends its connection. A request has at most 16 MB, a message to the heartbeat or a
 * subscription 4 kB; 48 MB of messages may be unfinished at a time over all ports. Who may connect
 * to the port of output sees it: that is Jupyter's protocol, and why it listens on loopback unless
 * the file says otherwise.
 *
 * <p><b>Threads.</b> A thread handles requests one after the other, another one those of the port
 * of control: interrupts and shutdowns. Cells run on a thread of their own, so that stopping one
 * disturbs no other thread. What cells print and show is queued for each front end, and a cell is
 * answered behind its output.
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
