package dev.heddle.planner.translate;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;

/** Finds subqueries among the columns of a SELECT. */
final class SelectedQuery extends SqlBasicVisitor<Void> {
  private boolean isSelected;

  private SelectedQuery() {}

  /** Returns whether some SELECT of a query has a subquery among its columns. */
  static boolean isIn(SqlNode query) {
    try {
      query.accept(new SelectedQuery());
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  @Override
  public Void visit(SqlCall call) {
    if (isSelected && call.isA(SqlKind.QUERY)) {
      throw Util.FoundOne.NULL;
    }
    if (call instanceof SqlSelect select) {
      boolean before = isSelected;
      isSelected = true;
      select.getSelectList().accept(this);
      isSelected = before;
    }
    return super.visit(call);
  }
}
