/** The scheduler as a pure state machine: events in, commands out. */
@NullMarked
package dev.heddle.engine.scheduler;

import org.jspecify.annotations.NullMarked;
