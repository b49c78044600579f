/** Batches to and from compressed Arrow IPC. */
@NullMarked
package dev.heddle.io.ipc;

import org.jspecify.annotations.NullMarked;
