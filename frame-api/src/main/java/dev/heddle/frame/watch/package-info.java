/** What can be seen of a query while it runs, and what can be done about it. */
@NullMarked
package dev.heddle.frame.watch;

import org.jspecify.annotations.NullMarked;
