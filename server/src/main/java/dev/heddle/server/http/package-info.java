/**
 * The JDK's HTTP server, tuned so that idle, silent and slow connections delay nobody; who may ask
 * what; and streams of events. Each request has a virtual thread; one that cannot write for ten
 * seconds since its client does not read is interrupted.
 */
@NullMarked
package dev.heddle.server.http;

import org.jspecify.annotations.NullMarked;
