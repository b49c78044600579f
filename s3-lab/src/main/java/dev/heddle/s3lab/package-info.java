/**
 * Replacements for S3 and the network to it, in tests and benchmarks: a process of S3Proxy for
 * semantics, a plain range server for speed, a proxy that delays, throttles and breaks answers, and
 * a limit of requests a second that several proxies can share.
 *
 * <p>All listen on free ports of the loopback interface. Nothing here is used by queries.
 */
@NullMarked
package dev.heddle.s3lab;

import org.jspecify.annotations.NullMarked;
