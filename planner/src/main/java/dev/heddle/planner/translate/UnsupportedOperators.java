package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Finds operators that the parser knows and nothing here computes, where they are written. */
final class UnsupportedOperators extends SqlBasicVisitor<Void> {
  private static final Set<String> BITWISE = Set.of("&", "|", "^", "<<", ">>");

  private UnsupportedOperators() {}

  /** Demands that a query has none; the error has the place. */
  static void check(SqlNode query) {
    query.accept(new UnsupportedOperators());
  }

  @Override
  public Void visit(SqlCall call) {
    String operator = call.getOperator().getName();
    if (BITWISE.contains(operator)) {
      String instead =
          operator.equals("^") ? "for powers write power(a, b)" : "for booleans write AND or OR";
      throw new SqlPositionException(
          "no operator " + operator + ": integers have no bitwise operators here; " + instead,
          call.getParserPosition());
    }
    return super.visit(call);
  }
}
