/**
 * Sealed expression records, where they start ({@link Functions}), and how they are typed: by the
 * descriptors of {@link dev.heddle.frame.expr.catalogue}, from the schema of their input alone.
 */
@NullMarked
package dev.heddle.frame.expr;

import org.jspecify.annotations.NullMarked;
