package dev.heddle.engine.catalogue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session's texts can read of it besides its catalogue. Safe for many threads. */
public interface SessionFacts {
  /**
   * Returns the value of a setting, a Long or a text.
   *
   * @throws dev.heddle.frame.error.HeddleException if there is none of the name
   */
  Object setting(String name);

  /** Returns all settings, by name. */
  List<Setting> settings();

  /** Returns where a database is; the name is spelled exactly. */
  Place place(String database);

  /**
   * A setting.
   *
   * @param description what it means
   * @param type that of its values, as SQL writes it
   */
  record Setting(String name, String value, String description, String type) {}

  /**
   * Where a database is.
   *
   * @param path its folder; null of one in memory
   * @param isReadOnly whether it was attached to be read only
   */
  record Place(@Nullable String path, boolean isReadOnly) {
    /** In the memory of the session. */
    public static final Place MEMORY = new Place(null, false);
  }
}
