/**
 * Functions of the elements of lists, structs and maps, row by row over flat columns of elements.
 */
@NullMarked
package dev.heddle.physical.kernel.list;

import org.jspecify.annotations.NullMarked;
