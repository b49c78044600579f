/**
 * The feed of sessions in this process, and what URLs name there.
 *
 * <p>Connections to one name share a {@link dev.heddle.frame.Session}, which is closed with the
 * last of them; others have one of their own. Cancelling interrupts the thread that waits for the
 * call, within its methods only, and takes the interrupt back.
 */
@NullMarked
package dev.heddle.jdbc.local;

import org.jspecify.annotations.NullMarked;
