/**
 * What the text formats share: compressed streams, UTF-8, blocks of lines that are read apart from
 * each other, and values as text.
 *
 * <p><b>Times and zones.</b> Text without an offset is a local time. For a column without zone it
 * is unchanged. For a column with zone it is taken in the session's zone: a time in a gap moves on
 * by the gap, and of two points in time that a local time may mean it means the earlier. Text with
 * an offset ({@code Z}, {@code +02}, {@code +02:00}) is a point in time wherever it is read, and is
 * no value of a column without zone; where the type of a column of CSV is stated, it is a local
 * time there, as for casts. Timestamps with zone are written in the session's zone with the offset
 * of that moment, so that reading gives the same point back, also in the hour that comes twice.
 */
@NullMarked
package dev.heddle.io.text;

import org.jspecify.annotations.NullMarked;
