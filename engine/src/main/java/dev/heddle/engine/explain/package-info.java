/** Plans, and what was measured of them, for programs. */
@NullMarked
package dev.heddle.engine.explain;

import org.jspecify.annotations.NullMarked;
