/**
 * The dashboard: pages that show what a session or a cluster does. {@code http} listens and decides
 * who may see what, {@code model} keeps what is known, {@code api} writes it as JSON, {@code page}
 * has the files that browsers load, {@code observe} has what machines ask for: health and metrics.
 */
@NullMarked
package dev.heddle.server;

import org.jspecify.annotations.NullMarked;
