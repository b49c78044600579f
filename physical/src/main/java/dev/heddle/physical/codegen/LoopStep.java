package dev.heddle.physical.codegen;

import java.util.Optional;

/**
 * One update of a row.
 *
 * @param value what it takes; none for {@link LoopState#ROWS}
 */
public record LoopStep(LoopState state, Optional<LoopValue> value) {}
