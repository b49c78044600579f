/**
 * What processes show over HTTP to machines: whether they live, whether they are ready, and metrics
 * in the text format of Prometheus.
 */
@NullMarked
package dev.heddle.server.observe;

import org.jspecify.annotations.NullMarked;
