/**
 * Results of a session over Arrow Flight, for clients in any language.
 *
 * <p><b>Asking.</b> A command descriptor holds the text of one query, UTF-8; a path descriptor of
 * one element holds the name of a view or table. {@code GetFlightInfo} and {@code GetSchema} check
 * the query, and run nothing. The one endpoint names no location (the same server is meant); its
 * ticket is a query's text, so a client may also make tickets itself. {@code ListFlights} lists the
 * session's views and tables.
 *
 * <p><b>Reading.</b> Each {@code DoGet} runs the query and streams its batches, of about a MiB, as
 * it makes them, in the order of its rows. No dictionaries are sent, and text as Utf8 with offsets:
 * clients differ in what else they understand. A client that does not read has the query wait, with
 * some MiB of memory; one that cancels, or dies, ends it.
 *
 * <p><b>Errors</b> are Flight statuses with the error's text, and with its code under {@code
 * heddle-code} in the metadata.
 *
 * <p><b>Threads.</b> Each {@code DoGet} has a virtual thread, which waits for the query and for the
 * client; gRPC's threads only notify it that the client is ready, or gone.
 */
@NullMarked
package dev.heddle.flight;

import org.jspecify.annotations.NullMarked;
