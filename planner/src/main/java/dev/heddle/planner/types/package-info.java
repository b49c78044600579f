/** The engine's types as Calcite's, and what makes Calcite take them as they are. */
@NullMarked
package dev.heddle.planner.types;

import org.jspecify.annotations.NullMarked;
