/**
 * Runs the real scheduler core and the real worker core in one thread, in virtual time, from a
 * seed: messages are late, lost, doubled and out of order, processes die, freeze and come back,
 * networks are cut, disks are full. Each run makes up jobs whose right result is known by
 * arithmetic.
 */
@NullMarked
package dev.heddle.engine.sim;

import org.jspecify.annotations.NullMarked;
