package dev.heddle.planner.translate;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** A frame's sort keys in Calcite's two forms. */
final class SortKeys {
  private SortKeys() {}

  static RelFieldCollation collation(SortKey key, int column) {
    return new RelFieldCollation(
        column,
        key.direction() == SortDirection.DESCENDING
            ? RelFieldCollation.Direction.DESCENDING
            : RelFieldCollation.Direction.ASCENDING,
        key.nulls() == NullPlacement.FIRST
            ? RelFieldCollation.NullDirection.FIRST
            : RelFieldCollation.NullDirection.LAST);
  }

  /** Returns whether a node around a key states its direction or the place of its nulls. */
  static boolean isWrapper(SqlNode key) {
    return key.getKind() == SqlKind.DESCENDING
        || key.getKind() == SqlKind.NULLS_FIRST
        || key.getKind() == SqlKind.NULLS_LAST;
  }

  static Set<SqlKind> kinds(SortKey key) {
    Set<SqlKind> kinds = EnumSet.noneOf(SqlKind.class);
    if (key.direction() == SortDirection.DESCENDING) {
      kinds.add(SqlKind.DESCENDING);
    }
    kinds.add(key.nulls() == NullPlacement.FIRST ? SqlKind.NULLS_FIRST : SqlKind.NULLS_LAST);
    return kinds;
  }
}
