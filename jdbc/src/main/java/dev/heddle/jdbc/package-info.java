/**
 * The JDBC driver.
 *
 * <p><b>URLs.</b> {@code jdbc:heddle:} opens a session of the connection's own, {@code
 * jdbc:heddle:name} one that the process's connections to the name share until the last is closed,
 * {@code jdbc:heddle:/folder/} one of the connection's own with the folder's files as tables that
 * cannot be changed, by their names without what follows the first dot, or, of a folder that is a
 * lasting database ({@link dev.heddle.frame.Session#openDatabase}), one that the process's
 * connections to it share, as {@code jdbc:heddle:?database=folder} does. Options follow a {@code
 * ?}, divided by {@code &}: {@code threads, memory, partitions, timeZone, spillFolder, database,
 * readOnly}, and {@code t.NAME=PATH} for a table of files; {@code %20} and the like are read in
 * them. They may be given as properties too, the URL's go first. {@code user} and {@code password}
 * are not looked at. What is wrong fails with 08001 and names what comes near it.
 *
 * <p><b>Parts.</b> {@code connection} has connections and statements, {@code result} results over
 * Arrow vectors, {@code value} conversions, {@code metadata} what tools ask, {@code text} what is
 * read of statements, {@code error} the states; all of them stand on the small {@code feed}, which
 * {@code local} has for sessions in the process, and module jdbc-remote for servers. The engine is
 * found by ServiceLoader; nothing is printed. URLs that begin with {@code jdbc:heddle://} are left
 * to that module's driver; who asks this one to connect to them is told to add it.
 */
@NullMarked
package dev.heddle.jdbc;

import org.jspecify.annotations.NullMarked;
