/** The exchange contract: messages, partition ids and the backend that stores exchanges. */
@NullMarked
package dev.heddle.shuffle.protocol;

import org.jspecify.annotations.NullMarked;
