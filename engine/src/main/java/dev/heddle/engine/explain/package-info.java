/** Plans, what was measured of them and what took their CPU time, for programs and people. */
@NullMarked
package dev.heddle.engine.explain;

import org.jspecify.annotations.NullMarked;
