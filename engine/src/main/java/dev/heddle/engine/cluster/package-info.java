/** Carries out the commands of the scheduler. */
@NullMarked
package dev.heddle.engine.cluster;

import org.jspecify.annotations.NullMarked;
