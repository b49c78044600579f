/** Turns a stage template and a partition into running pipelines. */
@NullMarked
package dev.heddle.engine.worker;

import org.jspecify.annotations.NullMarked;
