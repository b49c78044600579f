/** What SQL's parser and binder share: names of types, intervals, the options of COPY. */
@NullMarked
package dev.heddle.planner.sql;

import org.jspecify.annotations.NullMarked;
