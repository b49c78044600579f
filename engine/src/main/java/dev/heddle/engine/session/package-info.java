/** Sessions: resolves sources and SQL, runs plans and returns results. */
@NullMarked
package dev.heddle.engine.session;

import org.jspecify.annotations.NullMarked;
