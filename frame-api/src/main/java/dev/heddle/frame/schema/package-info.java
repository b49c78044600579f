/**
 * Schemas, fields and sealed data types, and their map to Arrow types.
 *
 * <p>A type is what a value means; how values are stored is decided by {@code
 * dev.heddle.io.batch.Layout}, which has few layouts, each with its loops. A type without a layout
 * of its own takes one whose order, equality and hash are those of its values, so that comparisons,
 * hashes, sorts, groups, joins, spills and exchanges need no case for it; it differs only where
 * values come in and go out:
 *
 * <table>
 * <caption>Types that share a layout</caption>
 * <tr><th>type<th>layout<th>stored<th>order
 * <tr><td>UUID<td>signed 128-bit integers<td>the 16 bytes as a number with its highest bit flipped
 *     ({@link dev.heddle.frame.schema.Uuids})<td>of the unsigned bytes and of the texts
 * <tr><td>HUGEINT<td>signed 128-bit integers, as of decimals of over 18 digits<td>the value in two's
 *     complement<td>of numbers
 * <tr><td>unsigned integers<td>that of their signed type, twice as wide<td>the value<td>of numbers
 * <tr><td>ENUM<td>32-bit integers<td>the position of the label, from 0<td>of the labels' positions
 * <tr><td>JSON<td>views, as of text<td>the text as it was written<td>of text
 * </table>
 *
 * <p>A HUGEINT is no decimal: its values go up to 2^127, its arithmetic stays in it and is checked
 * against 128 bits, and it meets decimals in one of 38 digits. What knows exact numbers by digits
 * and scale takes it as one of 39 and 0, which is its type in Parquet and in Calcite; in Arrow it
 * is the extension {@code heddle.int128} over decimals of 128 bits, which all readers have.
 *
 * <p>In Arrow a UUID is the extension {@code arrow.uuid} over 16 bytes and JSON {@code arrow.json}
 * over text, in Parquet their logical types over bytes; blocks that only Heddle reads have the
 * layout as it is. Planner and files compare it by the unsigned bytes, never by {@link
 * java.util.UUID#compareTo}.
 */
@NullMarked
package dev.heddle.frame.schema;

import org.jspecify.annotations.NullMarked;
