/** The contract an engine fulfils towards frames: it resolves sources and SQL, and runs plans. */
@NullMarked
package dev.heddle.frame.spi;

import org.jspecify.annotations.NullMarked;
