/**
 * Builds the plans of the verbs of frames: each checks names and types of what it is given against
 * the rows it is over, and returns a plan whose schema is known, or fails with the verb's name in
 * the message. Most are functions of plans and expressions alone, without session and state; those
 * that are put together from other verbs, or run a query, are functions of frames.
 */
@NullMarked
package dev.heddle.frame.verb;

import org.jspecify.annotations.NullMarked;
