package dev.heddle.planner.translate;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Copies a tree node by node: the validator keeps types and scopes by the identity of nodes. */
final class Copies extends SqlShuttle {
  private Copies() {}

  static SqlNode of(SqlNode node) {
    return java.util.Objects.requireNonNull(node.accept(new Copies()), "no copy");
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier identifier) {
    return identifier.clone(identifier.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    return literal.clone(literal.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
    call.getOperator().acceptCall(this, call, false, handler);
    return handler.result();
  }
}
