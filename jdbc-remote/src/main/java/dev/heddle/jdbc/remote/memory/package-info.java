/**
 * Memory outside of the heap, as Arrow's classes ask for it, by the JDK's own means.
 *
 * <p>Arrow's class of the name reaches into {@code java.nio}, which a JVM allows by a launch flag
 * alone. In the packed driver, whose JVM is that of a tool, this one stands in its place; nothing
 * else uses it. The JVM warns once that it reaches memory; it says so on its own.
 */
@NullMarked
package dev.heddle.jdbc.remote.memory;

import org.jspecify.annotations.NullMarked;
