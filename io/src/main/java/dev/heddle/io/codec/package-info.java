/**
 * Sealed records as bytes: the one wire format of plans, messages and journals.
 *
 * <p>The structure of a root type is derived once, from its components; what cannot be written is
 * refused then. The bytes hold values only, no names:
 *
 * <ul>
 *   <li>{@code boolean}, {@code byte}: one byte; {@code short}, {@code int}, {@code long}: zigzag
 *       varint; {@code char}: varint; {@code float}, {@code double}: 4 or 8 bytes, little-endian,
 *       bit by bit
 *   <li>text, {@code byte[]}: varint length, then UTF-8 or the bytes; {@code int[]}, {@code
 *       long[]}: varint length, then zigzag varints
 *   <li>enum: varint of the constant's position
 *   <li>record: its components in order; a record without components is one zero byte
 *   <li>sealed type: varint of the position of the value's class among the leaves of the sealed
 *       tree, in the order in which {@code permits} gives them, then the value
 *   <li>list: varint length, then the elements; map: the same with keys and values, in the order of
 *       the keys' bytes, so that equal maps have equal bytes; optional: a byte 0, or 1 and the
 *       value
 *   <li>anything else through a {@link dev.heddle.io.codec.Form}: a type that represents it
 * </ul>
 *
 * <p>Every value takes a byte at least, so that a stated length is checked against what is left
 * before anything is allocated for it. Values nest at most {@link
 * dev.heddle.io.codec.RecordCodec#MAX_DEPTH} deep, and no deeper than the stack of the thread that
 * writes or reads them suffices for. Readers accept only what a writer writes where this costs
 * nothing (tags, lengths, bytes left over); bytes that break the rules end in {@code
 * CORRUPT_MESSAGE}.
 *
 * <p>Two programs understand each other if their codecs' fingerprints are equal: a fingerprint
 * covers the names, order and types of all components, constants and leaves.
 */
@NullMarked
package dev.heddle.io.codec;

import org.jspecify.annotations.NullMarked;
