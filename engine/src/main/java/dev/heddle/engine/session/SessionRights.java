package dev.heddle.engine.session;

import dev.heddle.engine.database.DatabaseFolder;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.WorkingFolder;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What sessions of the same rights and time zone may use: how their sources are named, where they
 * write, and whether they change anything. There is one object for equal ones of one state, so that
 * what was bound for a session is found again by others of the same rights alone. Thread-safe.
 */
final class SessionRights {
  private final SourceTables tables;
  private final WorkingFolder folder;
  private final ZoneId zone;
  private final boolean isReadOnly;
  private final Function<Source, LogicalPlan.Scan> sources = this::name;
  private final Map<SessionAccess, SessionRights> narrower = new ConcurrentHashMap<>();
  private final Map<ZoneId, SessionRights> elsewhere;

  /**
   * Makes all rights that a process has.
   *
   * @param zone in which text of files means local times
   */
  SessionRights(SourceTables tables, WorkingFolder folder, ZoneId zone) {
    this(tables, folder, zone, false, new ConcurrentHashMap<>());
  }

  private SessionRights(
      SourceTables tables,
      WorkingFolder folder,
      ZoneId zone,
      boolean isReadOnly,
      Map<ZoneId, SessionRights> elsewhere) {
    this.tables = tables;
    this.folder = folder;
    this.zone = zone;
    this.isReadOnly = isReadOnly;
    this.elsewhere = elsewhere;
  }

  /** Returns the same rights for sessions of a zone. */
  SessionRights in(ZoneId wanted) {
    SessionRights known = elsewhere.putIfAbsent(zone, this);
    SessionRights here = known == null ? this : known;
    return wanted.equals(zone)
        ? here
        : elsewhere.computeIfAbsent(
            wanted, each -> new SessionRights(tables, folder, each, isReadOnly, elsewhere));
  }

  /** Returns the rights that are both these and others. */
  SessionRights within(SessionAccess access) {
    if (access.isUnrestricted()) {
      return this;
    }
    boolean changesNothing = isReadOnly || access.changes() == SessionAccess.Changes.REFUSED;
    return narrower.computeIfAbsent(
        access.withMemoryBytes(0),
        each ->
            new SessionRights(
                tables, folder.within(each), zone, changesNothing, new ConcurrentHashMap<>()));
  }

  private LogicalPlan.Scan name(Source source) {
    return tables.name(source, folder, zone);
  }

  /** Returns what names the sources of these sessions; always the same object. */
  Function<Source, LogicalPlan.Scan> sources() {
    return sources;
  }

  /** Returns the table of a scan that was named. */
  Table find(LogicalPlan.Scan scan) {
    return tables.find(scan, folder, zone);
  }

  /**
   * Returns where a path is written.
   *
   * @throws HeddleException with code {@code ACCESS_DENIED} if it may not be
   */
  Storage storageToWrite(String path) {
    return folder.storageToWrite(path);
  }

  /**
   * Returns the folder of a database.
   *
   * @param use what it is opened for
   * @throws HeddleException with code {@code ACCESS_DENIED} if it may not be, {@code UNSUPPORTED}
   *     if it is not of a local file system
   */
  Path databaseFolder(String path, DatabaseFolder.Use use) {
    if (!Storages.isLocal(path)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot open database "
              + path
              + ": databases are folders of local file systems, which have locks");
    }
    Storage unused =
        switch (use) {
          case WRITE -> folder.storageToWrite(path);
          case READ -> folder.storage(path);
        };
    return folder.resolve(path);
  }

  /**
   * Checks that tables, views and files may be changed.
   *
   * @param what is going to be done, for the message
   * @throws HeddleException with code {@code ACCESS_DENIED} if not
   */
  void checkChange(String what) {
    if (isReadOnly) {
      throw new HeddleException(
          ErrorCode.ACCESS_DENIED,
          "Cannot " + what + ": the session is read-only; ask for a server without --read-only");
    }
  }
}
