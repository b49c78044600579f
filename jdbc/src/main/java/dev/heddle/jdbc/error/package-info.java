/**
 * How errors of Heddle, and the driver's own, become {@link java.sql.SQLException}s with a state.
 */
@NullMarked
package dev.heddle.jdbc.error;

import org.jspecify.annotations.NullMarked;
