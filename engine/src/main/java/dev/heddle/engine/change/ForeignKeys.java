package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.CatalogueObject;
import dev.heddle.engine.catalogue.CatalogueState;
import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.catalogue.TableDefinition.ForeignKey;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps the foreign keys of a table, and those that refer to it. Used for one statement. */
public final class ForeignKeys {
  private static final String KEYS = "$keys";

  private final SessionCatalogue catalogue;
  private final ObjectName table;
  private final TableConstraints.Queries queries;

  /** Makes it for a table. */
  public ForeignKeys(
      SessionCatalogue catalogue, ObjectName table, TableConstraints.Queries queries) {
    this.catalogue = catalogue;
    this.table = table;
    this.queries = queries;
  }

  /**
   * Checks rows that are added to those of the table.
   *
   * @throws HeddleException {@code CONSTRAINT} if a key that they have is in no row of its table
   */
  public void checkAdded(TableDefinition definition, LogicalPlan before, LogicalPlan added) {
    for (ForeignKey key : definition.foreignKeys()) {
      boolean isOwn = key.table().equals(table.name());
      checkReferring(key, added, isOwn ? List.of(before, added) : List.of(referenced(key)));
    }
  }

  /**
   * Checks all rows that the table is going to have.
   *
   * @throws HeddleException {@code CONSTRAINT} if a key of theirs, or one that refers to them, is
   *     in no row
   */
  public void check(TableDefinition definition, LogicalPlan rows) {
    for (ForeignKey key : definition.foreignKeys()) {
      boolean isOwn = key.table().equals(table.name());
      checkReferring(key, rows, List.of(isOwn ? rows : referenced(key)));
    }
    CatalogueState now = catalogue.state();
    boolean isReferenced = false;
    for (ObjectName other : referring(now, table)) {
      CatalogueObject object = now.find(other);
      for (ForeignKey key : object == null ? List.<ForeignKey>of() : keys(object, table)) {
        isReferenced = true;
        catalogue.requireUnchanged(other);
        List<@Nullable Object> missing = missing(key, object.entry().plan(), List.of(rows));
        if (missing != null) {
          throw new HeddleException(
              ErrorCode.CONSTRAINT,
              "Cannot change \""
                  + table.name()
                  + "\": "
                  + key.text()
                  + " of \""
                  + other.name()
                  + "\" has "
                  + values(key.columns(), missing)
                  + " still; change or delete these rows first");
        }
      }
    }
    if (isReferenced) {
      catalogue.requireNoReferences(table);
    }
  }

  private LogicalPlan referenced(ForeignKey key) {
    ObjectName name = table.withName(key.table());
    CatalogueObject object = catalogue.state().find(name);
    if (object == null) {
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot change \""
              + table.name()
              + "\": table \""
              + key.table()
              + "\" of "
              + key.text()
              + " is gone");
    }
    catalogue.requireUnchanged(name);
    return object.entry().plan();
  }

  private void checkReferring(ForeignKey key, LogicalPlan rows, List<LogicalPlan> referenced) {
    List<@Nullable Object> missing = missing(key, rows, referenced);
    if (missing != null) {
      throw new HeddleException(
          ErrorCode.CONSTRAINT,
          "Cannot change \""
              + table.name()
              + "\": "
              + key.text()
              + " finds no row with "
              + values(key.referenced(), missing)
              + "; insert that first");
    }
  }

  /** Returns the values of a key that rows have and no others; null if there are none. */
  private @Nullable List<@Nullable Object> missing(
      ForeignKey key, LogicalPlan rows, List<LogicalPlan> referenced) {
    Map<String, LogicalPlan> plans = new LinkedHashMap<>();
    plans.put(ConstraintQueries.ROWS, rows);
    StringBuilder query = new StringBuilder("SELECT ");
    query.append(joined(key.columns(), column -> "r." + column, ", "));
    query.append(" FROM ").append(SqlParser.name(ConstraintQueries.ROWS)).append(" AS r");
    for (int i = 0; i < referenced.size(); i++) {
      plans.put(KEYS + i, referenced.get(i));
      query.append(" ANTI JOIN ").append(SqlParser.name(KEYS + i)).append(" AS k").append(i);
      query.append(" ON ");
      for (int c = 0; c < key.columns().size(); c++) {
        query.append(c == 0 ? "" : " AND ");
        query.append("r.").append(SqlParser.name(key.columns().get(c)));
        query.append(" = k").append(i).append('.');
        query.append(SqlParser.name(key.referenced().get(c)));
      }
    }
    query.append(" WHERE ");
    query.append(joined(key.columns(), column -> "r." + column + " IS NOT NULL", " AND "));
    query.append(" LIMIT 1");
    List<List<@Nullable Object>> found = queries.rows(query.toString(), plans);
    return found.isEmpty() ? null : found.getFirst();
  }

  /** How a column is written in a query. */
  private interface Written {
    String of(String column);
  }

  private static String joined(List<String> columns, Written written, String between) {
    return columns.stream()
        .map(column -> written.of(SqlParser.name(column)))
        .collect(Collectors.joining(between));
  }

  private static String values(List<String> columns, List<@Nullable Object> row) {
    return TableConstraints.values(columns, row);
  }

  // Tables that others refer to

  private static List<ForeignKey> keys(CatalogueObject referring, ObjectName to) {
    return referring.definition().foreignKeys().stream()
        .filter(key -> key.table().equals(to.name()))
        .toList();
  }

  /** Returns the other tables whose foreign keys refer to one. */
  private static List<ObjectName> referring(CatalogueState now, ObjectName to) {
    List<ObjectName> all = new ArrayList<>();
    now.objects(to.schema())
        .forEach(
            (name, object) -> {
              if (!name.equals(to.name()) && !keys(object, to).isEmpty()) {
                all.add(to.withName(name));
              }
            });
    return all;
  }

  /**
   * Fails if a foreign key of another table refers to one that is to go.
   *
   * @param verb what is done with it, for the message
   */
  public static void requireUnreferenced(CatalogueState now, ObjectName table, String verb) {
    List<ObjectName> others = referring(now, table);
    if (!others.isEmpty()) {
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot "
              + verb
              + " \""
              + table.name()
              + "\": a foreign key of \""
              + others.getFirst().name()
              + "\" refers to it; drop that first");
    }
  }

  /** Fails if a table that is altered so has no columns any more that foreign keys need. */
  public static void requireKept(
      CatalogueState now, ObjectName table, Schema before, Alteration change) {
    for (ObjectName other : referring(now, table)) {
      CatalogueObject object = now.find(other);
      for (ForeignKey key : object == null ? List.<ForeignKey>of() : keys(object, table)) {
        boolean isKey =
            change.definition().enforced().stream()
                .anyMatch(each -> each.columns().equals(key.referenced()));
        boolean isSame =
            change.name().equals(table.name())
                && isKey
                && isKept(key.referenced(), before, change.schema());
        if (!isSame) {
          throw needed(table, key, " of \"" + other.name() + "\"");
        }
      }
    }
    for (ForeignKey key : change.definition().foreignKeys()) {
      boolean isSame =
          isKept(key.columns(), before, change.schema())
              && (!key.table().equals(table.name())
                  || (change.name().equals(table.name())
                      && isKept(key.referenced(), before, change.schema())));
      if (!isSame) {
        throw needed(table, key, "");
      }
    }
  }

  private static HeddleException needed(ObjectName table, ForeignKey key, String of) {
    return new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot alter \"" + table.name() + "\": " + key.text() + of + " needs what it was");
  }

  private static boolean isKept(List<String> columns, Schema before, Schema after) {
    for (String column : columns) {
      Field was = before.field(before.indexOf(column).orElseThrow());
      int at = after.indexOf(column).orElse(-1);
      if (at < 0 || !after.field(at).type().equals(was.type())) {
        return false;
      }
    }
    return true;
  }
}
