/**
 * A session over Arrow Flight and Flight SQL, for clients in any language.
 *
 * <p><b>Plain Flight.</b> A command descriptor holds the text of one query, UTF-8; a path
 * descriptor of one element holds the name of a view or table. {@code GetFlightInfo} and {@code
 * GetSchema} check the query, and run nothing. The one endpoint names no location (the same server
 * is meant); its ticket is a query's text, so a client may also make tickets itself. {@code
 * ListFlights} lists the session's views and tables.
 *
 * <p><b>Flight SQL.</b> Commands, tickets and actions are those of Arrow's specification, told from
 * texts by the type in the message. A query is described when it is asked for and run when its
 * ticket is read, which can be done once. A statement without rows that is sent as a query is run
 * at once, since not all clients read what they expect no rows of; its ticket has a column {@code
 * changed_rows} and a row where the statement has a count. A text is one statement. Parameters are
 * {@code ?}; of timestamps and times clients are asked for milliseconds, which Arrow's JDBC driver
 * sends in any case. An update with n rows of values runs n times, and of {@code INSERT} all of
 * them come into the table or none; a query takes one row of values. Loaded rows come into tables
 * of the catalogue, all or none. There are no transactions, keys, temporary tables or Substrait
 * plans: {@code UNIMPLEMENTED}, but the end of a transaction that nobody has begun is quiet.
 *
 * <p><b>Sessions.</b> All clients have the tables, views and functions of the session that is
 * served; each has settings of its own ({@link dev.heddle.frame.Session#newSession}). A session is
 * opened by a client's first call and offered to it as the cookie {@code arrow_flight_session_id}.
 * Who sends the cookie keeps the session over connections, until it is closed or idle for half an
 * hour; who does not has one session a connection, which ends with it. Handles of prepared
 * statements and of results begin with the session's id, cannot be guessed, and hold by any
 * connection. They end when they were not used for half an hour, and the oldest of more than 1,000
 * do. What is gone is {@code NOT_FOUND}; a session, or a statement of a session at once, more than
 * {@link dev.heddle.flight.SessionLimits} has is {@code RESOURCE_EXHAUSTED}. Settings are options
 * of the session too, by the names that {@code duckdb_settings()} lists, beside {@code catalog} and
 * {@code endpoints}.
 *
 * <p><b>Polling.</b> {@code PollFlightInfo} starts to compute a query's first rows and answers
 * within a second: with the ticket if they are there, else with how much is done and what to poll
 * next. Rows that nobody reads then wait, with some MiB of memory, until the ticket expires. Of a
 * query with values it is not known how much is done.
 *
 * <p><b>Parts.</b> Clients that set the session option {@code endpoints} to a number get that
 * number of endpoints of a large result, each with the ticket of a part; all others get one. The
 * tickets hold by any connection, each for one reading, at the same time or one after the other in
 * any order. A result is large from 4 MiB on, less where memory is short; to know that, the query
 * runs until these rows, or its end, are there before {@code GetFlightInfo} and {@code
 * PollFlightInfo} answer with tickets, so errors of the first rows come with the answer. Each row
 * is in one part. Where the query has an order, {@code FlightInfo.ordered} is true and the parts
 * are runs of rows in that order: all but the last have at most 32 MiB together, a sixteenth of the
 * memory limit where that is less, since they are kept when a later one is read first. Without an
 * order the parts have no sizes: each batch goes to the part whose reader is ready for it, so that
 * what one reader leaves the others get, and a part that is read when all rows are gone is empty.
 * Nothing is kept for a part that nobody reads but its run of rows, and that until the tickets
 * expire, half an hour after the last reading of any part; these rows, and what the query holds,
 * count in the ledger. What a reader that resets its call has not taken is lost where there is an
 * order, and goes to the others where there is none. An error of the query is that of all parts
 * that have not ended. Cancelling the {@code FlightInfo}, or any of its tickets, ends all parts.
 *
 * <p>Parts are of one stream of rows, which the query makes in order. They help clients whose
 * reading is the slow side, such as those that decrypt or convert, and networks that give one
 * connection less than all; they make no query faster.
 *
 * <p><b>Cancelling.</b> {@code CancelFlightInfo} and {@code CancelQuery} end the query of a ticket,
 * or of a poll, from any connection. A call that its client resets, or whose time is over, ends
 * what it runs. No other query ends with it.
 *
 * <p><b>Reading.</b> Each {@code DoGet} streams its batches, of about a MiB, as the query makes
 * them, in the order of its rows. No dictionaries, views or compressed bodies are sent, text as
 * Utf8 with offsets, decimals in 128 bits: clients differ in what else they understand. A client
 * that does not read has the query wait, with some MiB of memory; one that cancels, or dies, ends
 * it.
 *
 * <p><b>Letting in.</b> The server's token comes with each call, as a bearer or as the password of
 * any user; the answer to a password has the token as a bearer, which clients send from then on.
 *
 * <p><b>Rights.</b> Each session has the server's {@link dev.heddle.frame.option.SessionAccess}:
 * the paths that its statements may name, none unless told, whether it changes anything, and its
 * memory. The check is the session's ({@link dev.heddle.io.storage}), so that no call goes past it.
 *
 * <p><b>Time.</b> What runs for a session is a {@code RunningStatement}: when its time is over,
 * from the call that began it to its last row, it is cancelled, and its error is {@code TIMEOUT}.
 * The session stays. A connection that is closed or reset ends its calls, and the session that has
 * no cookie; so does one that is silent for the keep-alive limit: it is asked after half of that
 * (gRPC's least is 10 s), and has the rest to answer. The transport may keep the socket of such a
 * connection longer, until the network has taken what it still had to send; nothing else is kept.
 *
 * <p><b>Errors</b> are Flight statuses with the error's text, and with its code under {@code
 * heddle-code} in the metadata.
 *
 * <p><b>Threads.</b> Each {@code DoGet} has a virtual thread, which waits for the query and for the
 * client; gRPC's threads only notify it that the client is ready, or gone. Other calls run on
 * Flight's threads, which are interrupted when the client gives a call up.
 */
@NullMarked
package dev.heddle.flight;

import org.jspecify.annotations.NullMarked;
