/** Physical plans cut at exchanges into stage templates. */
@NullMarked
package dev.heddle.engine.graph;

import org.jspecify.annotations.NullMarked;
