/**
 * Rows that operators keep: layouts of keys as bytes, stores of whole rows, tables that number the
 * distinct keys, and the orders and equalities over them. Knows nothing of pipelines.
 */
@NullMarked
package dev.heddle.physical.row;

import org.jspecify.annotations.NullMarked;
