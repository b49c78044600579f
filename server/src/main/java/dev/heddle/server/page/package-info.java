/** The files that browsers load: HTML, styles and modules of JavaScript, from the class path. */
@NullMarked
package dev.heddle.server.page;

import org.jspecify.annotations.NullMarked;
