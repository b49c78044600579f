/**
 * Java that is typed in: snippets are compiled and run in this process, so that they share the
 * session with what else runs in it. {@link dev.heddle.kernel.java.JavaSnippets} is used by one
 * thread, but for {@code stop}, which any thread may call. Each snippet runs on a thread of its
 * own, which a stop interrupts.
 */
@NullMarked
package dev.heddle.kernel.java;

import org.jspecify.annotations.NullMarked;
