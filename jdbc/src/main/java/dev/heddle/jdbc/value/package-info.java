/**
 * Values of Arrow vectors as JDBC's.
 *
 * <p>A vector's value is first a <b>plain</b> one: {@code Boolean, Long} (of all integers), {@code
 * Float, Double, BigDecimal, String, byte[], LocalDate, LocalTime, LocalDateTime} (with zone:
 * {@code OffsetDateTime} in the feed's zone), {@link dev.heddle.frame.schema.CalendarInterval}, a
 * {@code List}, and a {@code Map} for structs and maps. {@link Conversions} makes of it what a
 * method asks for, {@link JdbcValues} what {@code getObject} gives.
 *
 * <p><b>Types.</b> BOOLEAN, TINYINT and SMALLINT (as {@code Integer}), INTEGER, BIGINT, REAL,
 * DOUBLE, DECIMAL, VARCHAR, VARBINARY, DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_TIMEZONE (as {@code
 * OffsetDateTime}), lists as ARRAY, structs as STRUCT; intervals and maps are OTHER.
 *
 * <p><b>Conversions.</b> What does not fit fails with 22003, a text that is no such value with
 * 22018 (22007 if a date or time was wanted), a class that the type never becomes with 07006. A
 * fraction is cut where an integer is asked for.
 */
@NullMarked
package dev.heddle.jdbc.value;

import org.jspecify.annotations.NullMarked;
