/** The few typed options a user can set. */
@NullMarked
package dev.heddle.frame.option;

import org.jspecify.annotations.NullMarked;
