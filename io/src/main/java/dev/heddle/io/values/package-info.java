/** Values of columns as Java objects, for users' code to read and to give. */
@NullMarked
package dev.heddle.io.values;

import org.jspecify.annotations.NullMarked;
