/**
 * Queries and their stages as spans of OpenTelemetry. Only the API is used, which the user's
 * project brings together with an SDK or the Java agent; nothing here is loaded unless a session
 * asks for it.
 */
@NullMarked
package dev.heddle.engine.trace;

import org.jspecify.annotations.NullMarked;
