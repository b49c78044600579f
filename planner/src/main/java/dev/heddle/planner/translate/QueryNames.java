package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Matches the names of one SQL text: the exact one, else the only one that is equal but for case. A
 * name that the text writes in quotes only is exact.
 *
 * <p>Calcite asks with bare strings, in either order, and does not say which were quoted; so the
 * text's identifiers are collected before.
 */
final class QueryNames implements SqlNameMatcher {
  private final Set<String> quotedOnly;
  private final Set<String> unquoted = new HashSet<>();
  private final Set<String> toldApart = new HashSet<>();
  private final Map<String, SqlParserPos> positions = new HashMap<>();
  private final Map<String, SqlParserPos> quotedPositions = new HashMap<>();

  QueryNames(SqlNode query) {
    Set<String> quoted = new HashSet<>();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier id) {
            for (int i = 0; i < id.names.size(); i++) {
              String name = id.names.get(i);
              (id.isComponentQuoted(i) ? quoted : unquoted).add(name);
              SqlParserPos position = id.getComponentParserPosition(i);
              positions.putIfAbsent(name, position);
              if (id.isComponentQuoted(i)) {
                quotedPositions.putIfAbsent(name, position);
              }
            }
            return null;
          }
        });
    quoted.removeAll(unquoted);
    quotedOnly = quoted;
  }

  /**
   * Takes the names of a table's columns: those that differ in case only are different from now on,
   * since Calcite compares them with each other.
   */
  void tellApart(List<String> columns) {
    Map<String, String> seen = new HashMap<>();
    for (String column : columns) {
      String other = seen.putIfAbsent(column.toLowerCase(Locale.ROOT), column);
      if (other != null && !other.equals(column)) {
        toldApart.add(other);
        toldApart.add(column);
      }
    }
  }

  SqlParserPos position(String name) {
    return positions.getOrDefault(name, SqlParserPos.ZERO);
  }

  /** Returns whether the text writes a name as it writes texts, as it may paths. */
  boolean isText(String name, SqlText text) {
    SqlParserPos position = quotedPositions.get(name);
    return position != null && text.slice(position).startsWith("'");
  }

  /** Asked by what counts the columns that a name may mean; matching goes by the methods below. */
  @Override
  public boolean isCaseSensitive() {
    return !toldApart.isEmpty();
  }

  @Override
  public boolean matches(String left, String right) {
    return left.equals(right)
        || (left.equalsIgnoreCase(right)
            && !(toldApart.contains(left) && toldApart.contains(right))
            && !(quotedOnly.contains(left) && !unquoted.contains(right))
            && !(quotedOnly.contains(right) && !unquoted.contains(left)));
  }

  @Override
  public <K extends List<String>, V> @Nullable V get(
      Map<K, V> map, List<String> prefixNames, List<String> names) {
    List<String> key = new ArrayList<>(prefixNames);
    key.addAll(names);
    for (Map.Entry<K, V> entry : map.entrySet()) {
      if (matchesAll(entry.getKey(), key)) {
        return entry.getValue();
      }
    }
    return null;
  }

  private boolean matchesAll(List<String> left, List<String> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!matches(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String bestString() {
    throw new UnsupportedOperationException("names are not recorded while they are matched");
  }

  @Override
  public @Nullable RelDataTypeField field(RelDataType rowType, String name) {
    RelDataTypeField found = null;
    for (RelDataTypeField field : rowType.getFieldList()) {
      if (field.getName().equals(name)) {
        return field;
      }
      if (matches(name, field.getName())) {
        if (found != null && !found.getName().equals(field.getName())) {
          throw ambiguous("column", name, found.getName(), field.getName());
        }
        found = found == null ? field : found;
      }
    }
    return found;
  }

  /** Returns the candidate that the name means; nothing if there is none. */
  @Nullable String resolve(String kind, List<String> candidates, String name) {
    if (candidates.contains(name)) {
      return name;
    }
    String found = null;
    for (String candidate : candidates) {
      if (matches(name, candidate)) {
        if (found != null) {
          throw ambiguous(kind, name, found, candidate);
        }
        found = candidate;
      }
    }
    return found;
  }

  private SqlPositionException ambiguous(String kind, String name, String first, String second) {
    return new SqlPositionException(
        kind
            + " name "
            + name
            + " is ambiguous: it may be \""
            + first
            + "\" or \""
            + second
            + "\"; write the wanted one in double quotes",
        position(name));
  }

  @Override
  public int frequency(Iterable<String> names, String name) {
    int count = 0;
    for (String other : names) {
      if (matches(other, name)) {
        count++;
      }
    }
    return count;
  }

  @Override
  public Set<String> createSet() {
    return new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
  }
}
