/**
 * A process of the user's own that answers {@code heddle sql}, {@code schema} and {@code explain}
 * without starting a JVM for each.
 *
 * <p>It listens on a Unix socket of mode 0600 in a {@linkplain dev.heddle.cli.daemon.DaemonFolder
 * folder} of mode 0700, and holds a lock in there while it lives, so that there is one for a user
 * and what a killed one has left is replaced. The client, {@code bin/heddle-call}, uses no folder
 * or socket of another owner or a looser mode.
 *
 * <p>Each connection is one {@linkplain dev.heddle.cli.daemon.ServedCall call}, a session of its
 * own beside the others in the process's ledger. A call has the caller's folder, variables and
 * streams; nothing of it is left when it ends. The end of the connection, and a signal that the
 * client passes on, cancels it and nothing else. What the server cannot do as a process of the
 * caller's would, it {@linkplain dev.heddle.cli.daemon.CallFitness does not take}, before anything
 * has run; the client then starts that process.
 */
@NullMarked
package dev.heddle.cli.daemon;

import org.jspecify.annotations.NullMarked;
