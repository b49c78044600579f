@NullMarked
package dev.heddle.physical.codegen;

import org.jspecify.annotations.NullMarked;
