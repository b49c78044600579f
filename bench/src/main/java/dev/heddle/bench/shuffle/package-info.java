/** What exchanges cost: a full shuffle through a server, beside the parts that it is made of. */
@NullMarked
package dev.heddle.bench.shuffle;

import org.jspecify.annotations.NullMarked;
