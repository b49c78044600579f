/** Tests of expressions against DuckDB and plain twins. */
@NullMarked
package dev.heddle.physical.expr;

import org.jspecify.annotations.NullMarked;
