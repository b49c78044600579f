/**
 * Files of any kind, a row each: their path, what they hold, their size and when they changed.
 *
 * <p>Only files whose content is asked for are opened, and of those only the ones that conjuncts
 * over the other columns leave.
 */
@NullMarked
package dev.heddle.io.whole;

import org.jspecify.annotations.NullMarked;
