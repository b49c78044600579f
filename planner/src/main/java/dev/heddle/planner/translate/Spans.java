package dev.heddle.planner.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The text that an expression covers: the parser gives some calls only the place of their operator.
 */
final class Spans extends SqlBasicVisitor<@Nullable Void> {
  private final List<SqlParserPos> positions = new ArrayList<>();

  private Spans() {}

  static SqlParserPos of(SqlNode node) {
    Spans spans = new Spans();
    node.accept(spans);
    return SqlParserPos.sum(spans.positions);
  }

  private void add(SqlNode node) {
    if (node.getParserPosition().getLineNum() > 0) {
      positions.add(node.getParserPosition());
    }
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    boolean isInfixCast = call.getOperator().getName().equals("::"); // starts a token too early
    if (!isInfixCast) {
      add(call);
    }
    return super.visit(call);
  }

  @Override
  public @Nullable Void visit(SqlDataTypeSpec type) {
    add(type);
    return null;
  }

  @Override
  public @Nullable Void visit(SqlNodeList list) {
    add(list);
    return super.visit(list);
  }

  @Override
  public @Nullable Void visit(SqlIdentifier identifier) {
    add(identifier);
    return null;
  }

  @Override
  public @Nullable Void visit(SqlLiteral literal) {
    add(literal);
    return null;
  }
}
