/** What a cluster costs beside the work: the scheduler, its graphs and its messages. */
@NullMarked
package dev.heddle.bench.cluster;

import org.jspecify.annotations.NullMarked;
