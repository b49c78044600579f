/**
 * What the processes of a cluster show over HTTP: whether they live, whether they are ready, and
 * metrics in the text format of Prometheus.
 */
@NullMarked
package dev.heddle.cli.observe;

import org.jspecify.annotations.NullMarked;
