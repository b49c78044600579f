/**
 * Sealed expression records, where they start ({@link Functions}), and the function catalogue that
 * types them.
 */
@NullMarked
package dev.heddle.frame.expr;

import org.jspecify.annotations.NullMarked;
