/**
 * Builds the plans of the verbs of frames: each checks names and types of what it is given against
 * the rows it is over, and returns a plan whose schema is known, or fails with the verb's name in
 * the message. Functions of plans and expressions alone: no session, no frame, no state.
 */
@NullMarked
package dev.heddle.frame.verb;

import org.jspecify.annotations.NullMarked;
