package dev.heddle.physical.operator;

import dev.heddle.io.memory.MemoryAccount;

/** A task as the state of one of its nodes sees it, which pays for its work itself. */
public record ReservedContext(TaskContext task, MemoryAccount account) implements TaskView {}
