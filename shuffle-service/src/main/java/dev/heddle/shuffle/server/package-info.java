/**
 * The server of exchanges: a pure core that decides, and a process that carries out.
 *
 * <h2>Rules of the core</h2>
 *
 * <ul>
 *   <li><b>Jobs.</b> Everything belongs to a job and dies with it: when the scheduler ends it, or
 *       when nobody has renewed its lease for long enough. A job that has ended is remembered, so
 *       that what comes late is refused.
 *   <li><b>Exchanges.</b> The first writer announces an exchange. A released one is remembered
 *       until its job ends. Its epoch never goes down; a higher one drops everything of a lower
 *       one.
 *   <li><b>Attempts.</b> {@code OPEN}, {@code SEALING}, {@code SEALED}, and then {@code LOST} if
 *       its data is gone; open ones go with their connection or worker. Only sealed ones are read.
 *   <li><b>Workers.</b> A higher incarnation of a worker drops what lower ones have open; a lower
 *       one is refused.
 *   <li><b>Credits.</b> A writer sends only what was granted to it, and a grant is set aside:
 *       blocks in memory and grants together never pass three quarters of the memory. A writer that
 *       waits while nothing can become free is refused.
 *   <li><b>Disk.</b> Above three quarters of that, whole attempts go to disk until a half is left:
 *       sealed ones first, large ones first. An attempt that has been on disk before it is sealed
 *       is sealed on disk; one that has not stays in memory until memory is short.
 *   <li><b>Packs.</b> Of an exchange of many pairs the core knows attempts and their packs, not
 *       parts. When memory is short, all sealed attempts of such an exchange that are there go into
 *       one merged bundle; one that is larger than the memory has a bundle of its own. A merged
 *       bundle stays on disk until the last attempt in it is dropped.
 *   <li><b>Tier.</b> If there is a place for bundles elsewhere, sealed ones move there from the
 *       disk, large ones first, above seven eighths of its quota until three quarters are left, and
 *       when it is found full; sealed ones in memory go there when the disk takes nothing. Space is
 *       set aside before; what waits for space on disk waits while any moves.
 *   <li><b>Readers.</b> Get the heads of all maps first, then the blocks of those found, in the
 *       order asked for, within their window. A quarter of the memory is for blocks that come from
 *       disk.
 *   <li><b>Readers of packs.</b> Get what is missing first, then parts, run by run: the core says
 *       where parts may be, and sets aside memory for what the client's window has room for; the
 *       client's thread collects them in order and reports how far it has come. Nothing is kept in
 *       memory for a client that takes nothing.
 *   <li><b>Patience.</b> Who waits for memory or the disk is told so every second.
 *   <li><b>Answers.</b> Found (empty is a found map without rows), absent, released and lost are
 *       different answers.
 * </ul>
 */
@NullMarked
package dev.heddle.shuffle.server;

import org.jspecify.annotations.NullMarked;
