/**
 * Files on local disk: ranged reads into off-heap memory, listing, writing that is all or nothing.
 *
 * <p>{@link dev.heddle.io.storage.Storage} is the seam: an object store joins as a second
 * implementation, chosen by the path's scheme in {@link dev.heddle.io.storage.Storages}. Failures
 * of the system are turned into typed errors here, once, naming the path and the range. Paths that
 * a user wrote go through the session's {@link dev.heddle.io.storage.WorkingFolder}, in which
 * relative ones start; all others are absolute, and mean the same in each session.
 *
 * <h2>What a session may use</h2>
 *
 * <p>A session's {@link dev.heddle.frame.option.SessionAccess} is enforced here alone, below all
 * readers and writers: a {@link dev.heddle.io.storage.WorkingFolder} {@linkplain
 * dev.heddle.io.storage.WorkingFolder#within within} rights gives storages that check each path at
 * each use ({@code PathRules}, {@code RestrictedStorage}). A path is made absolute and {@code ..}
 * taken out first, and what is used is that path; then its links are followed to their end, whether
 * or not something is there ({@code RealPaths}), and what comes out has to be an allowed path or
 * below one, in the spelling of the file system. Of a glob the part without special characters is
 * checked, and of a folder and a glob each link that the listing meets, before it is followed,
 * hidden names apart: one that leads out has the whole read refused, since rows must not be missing
 * silently. What is written is checked where it will be seen, when it is begun and when it is
 * shown. Links in {@code /proc} are not followed, since they mean more than their text. Keys of
 * object stores have to begin with an allowed one; {@code .} and {@code ..} in them are refused. So
 * an answer does not tell whether something exists that may not be used. A listed file is opened by
 * its version, which contains what tells it from any other file: a link that is changed after the
 * check leads to an error. Not covered: hard links, and what other programs of this host put in
 * place of folders between a check and its use. Who may name a path to a worker directly, past the
 * session, has the rights of the worker's process. Records of writes in folders around what is
 * allowed are not seen.
 *
 * <h2>Writes to folders</h2>
 *
 * <p>{@link dev.heddle.io.storage.FolderWrite} shows many files in one step on a storage that can
 * show only one at a time. The folder that is written to has a folder {@code _heddle}:
 *
 * <ul>
 *   <li>{@code <id>.lease}: a {@linkplain dev.heddle.io.storage.Lease lease}, there from a write's
 *       beginning to its end. The id is the time and eight random hexadecimal digits, {@code
 *       20300131T235959999-0a1b2c3d}, and is part of the name of each file of the write;
 *   <li>{@code <id>.staged}: the {@linkplain dev.heddle.io.storage.Staging staging}: a {@code
 *       token}, and on disk the files that are being written or wait for the commit. A process that
 *       sees the token sees the target. On an object store files wait as uploads under way to their
 *       own keys;
 *   <li>{@code <id>}: the record, lines of text: {@code heddle-write 1}, {@code state PREPARED},
 *       {@code kind ADD} or {@code REPLACE}, {@code add <bytes> <token> <path>} for each file,
 *       {@code end}; tokens and paths are URL-encoded, paths are relative to the folder;
 *   <li>{@code <id>.committed}: the same with {@code state COMMITTED} and {@code remove <path>} for
 *       each file that the write takes away; it counts instead of {@code <id>};
 *   <li>{@code last}: the id of the write that ended last; it stays.
 * </ul>
 *
 * <p>A write (1) makes its lease and opens its staging, (2) has its files prepared there, by any
 * process: their bytes are durable but not visible, (3) puts its record, PREPARED, looks for the
 * records of others, and if there is one of a write that it must not meet deletes its own, waits
 * and tries again: of two that conflict at least one sees the other. Now nobody else changes what
 * is visible, so it (4) decides what it removes, (5) completes its files, which readers leave out,
 * (6) puts {@code <id>.committed}: in this moment it has happened, readers leave out what it
 * removes, (7) deletes what it removes and closes the staging, (8) writes {@code last} and deletes
 * {@code <id>}, then {@code <id>.committed}, then the lease. Records are never replaced: while an
 * object is, some stores show none for a moment.
 *
 * <p>On local disk a folder that does not exist yet is filled as {@code .name.<id>.staged} beside
 * it, under the lease {@code .name.<id>.lease}, and one rename shows it, to any program. Since no
 * other files are in it, its files get plain numbers, {@code data_0.parquet}, in place of those
 * that contain the id ({@link dev.heddle.io.storage.Staging#number}). If the folder has come to be
 * there meanwhile the files go on from step 1, prepared, under the names with the id. What dead
 * writers staged goes when the next write to that folder begins.
 *
 * <p><b>Attempts.</b> Several attempts may prepare files of the same name, each with a token of its
 * own; the write is told which count, and only these are completed. Closing the staging drops the
 * others: first the token goes, then what waits. On disk nothing can be made in a folder that is
 * gone; an attempt that uploads looks, once it has prepared its files, whether the token is still
 * there, and aborts them if not. So an attempt that goes on after the commit leaves nothing, unless
 * its process is killed in that moment: uploads whose lease is not there are dropped by the next
 * beginner.
 *
 * <p>The beginner of a write ends those whose lease is dead: with a COMMITTED record from step 7
 * on; otherwise its files, prepared or complete, are dropped, and then step 8. All of it may be
 * repeated.
 *
 * <p>A reader reads the records, lists the files, reads the records again, and starts anew if
 * anything was different ({@link dev.heddle.io.storage.WriteRecords}). A write that came and went
 * in between has changed {@code last}. Records count for a listing of their folder, of hive
 * partitions in it, and of folders around it.
 *
 * <p>A file that is written alone by the process that asks for it needs none of this: it appears in
 * one step by itself. One that another process writes ({@link
 * dev.heddle.io.storage.SingleFileWrite}) waits in the staging of a hidden folder beside it, {@code
 * .name.<id>.staged}, under the lease {@code .name.<id>.lease}.
 *
 * <p><b>Systems.</b> Texts of local paths have slashes between names everywhere; where backslashes
 * separate names (Windows) these are taken too, and a glob has no escapes. There an open file is
 * not replaced by a rename: it is renamed aside to a hidden name first and deleted afterwards
 * ({@link dev.heddle.io.storage.FileMoves}), a file has no key, so that its readers find a replaced
 * file changed, and locks are mandatory, so that claims lock a byte behind the end of their file.
 * Files for their owner only have modes, or else access control lists ({@link
 * dev.heddle.io.storage.OwnerAccess}). Leases on storages without locks end by age where the system
 * does not show its processes in {@code /proc}.
 */
@NullMarked
package dev.heddle.io.storage;

import org.jspecify.annotations.NullMarked;
