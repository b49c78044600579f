/**
 * Tables that cross from one process to another, beside the plans that read them.
 *
 * <p>A dataset is sent with the list of its files, which are opened as they were when the query was
 * planned: a file that has changed since is an error. Rows in memory are sent as Arrow IPC blocks,
 * up to {@link dev.heddle.io.wire.TableForms#MAX_BYTES}.
 */
@NullMarked
package dev.heddle.io.wire;

import org.jspecify.annotations.NullMarked;
