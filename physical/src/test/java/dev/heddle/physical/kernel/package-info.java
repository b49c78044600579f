/** Tests of kernels against plain twins. */
@NullMarked
package dev.heddle.physical.kernel;

import org.jspecify.annotations.NullMarked;
