/** What users hold: sessions, frames and rows, with Arrow as the only third-party type in sight. */
@NullMarked
package dev.heddle.frame;

import org.jspecify.annotations.NullMarked;
