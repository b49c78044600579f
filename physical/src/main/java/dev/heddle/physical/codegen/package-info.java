/** Bytecode for hot fused pipelines. */
@NullMarked
package dev.heddle.physical.codegen;

import org.jspecify.annotations.NullMarked;
