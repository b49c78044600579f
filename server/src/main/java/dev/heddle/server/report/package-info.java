/** Reports: what is known of queries that have run, as one page of HTML that needs nothing else. */
@NullMarked
package dev.heddle.server.report;

import org.jspecify.annotations.NullMarked;
