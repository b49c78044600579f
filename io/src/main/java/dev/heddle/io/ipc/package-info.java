/**
 * Batches to and from Arrow IPC, files and streams.
 *
 * <p>Reading follows the metadata itself instead of going through Arrow's vectors: the buffers of
 * the wanted columns are read at once, batches share their memory where layouts agree, and text is
 * made into views onto it. Nothing in a file is trusted: offsets, views, codes, lists and the
 * places of messages are checked before they are followed, and what is wrong is a typed error that
 * names the file.
 */
@NullMarked
package dev.heddle.io.ipc;

import org.jspecify.annotations.NullMarked;
