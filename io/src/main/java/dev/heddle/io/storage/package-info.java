/**
 * Files on local disk: ranged reads into off-heap memory, listing, writing that is all or nothing.
 *
 * <p>{@link dev.heddle.io.storage.Storage} is the seam: an object store joins as a second
 * implementation, chosen by the path's scheme in {@link dev.heddle.io.storage.Storages}. Failures
 * of the system are turned into typed errors here, once, naming the path and the range.
 */
@NullMarked
package dev.heddle.io.storage;

import org.jspecify.annotations.NullMarked;
