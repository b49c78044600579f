package dev.heddle.planner.lower;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.ConstantFolder;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.translate.RexLiterals;
import dev.heddle.planner.translate.RexToPhysical;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Converts row expressions over a lowered input. */
final class Rex {
  private final QueryTime time;

  Rex(QueryTime time) {
    this.time = time;
  }

  QueryTime time() {
    return time;
  }

  /** Returns the expression over the columns of the input's physical output. */
  PhysicalExpr convert(RexNode node, Lowered input) {
    RexNode moved =
        node.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef reference) {
                return new RexInputRef(input.at(reference.getIndex()), reference.getType());
              }
            });
    return ConstantFolder.fold(RexToPhysical.convert(moved, input.plan().output(), time), time);
  }

  PhysicalExpr.Literal literal(RexLiteral literal) {
    return RexLiterals.physical(literal);
  }

  /** Returns a literal of a row of constants, in the column's type. */
  PhysicalExpr.Literal literal(RexLiteral literal, DataType type) {
    PhysicalExpr.Literal own = literal(literal);
    if (own.type().equals(type)) {
      return own;
    }
    if (own.value().isEmpty()) {
      return PhysicalExpr.Literal.nullOf(type);
    }
    throw new IllegalStateException("Constant " + literal + " is no " + type.sqlName());
  }

  static PhysicalExpr column(int index, Schema schema) {
    Field field = schema.field(index);
    return new PhysicalExpr.ColumnRef(index, field.type(), field.nullable());
  }

  /** Returns an expression with its constant parts computed. */
  PhysicalExpr folded(PhysicalExpr expression) {
    return ConstantFolder.fold(expression, time);
  }

  static PhysicalExpr cast(PhysicalExpr value, DataType type) {
    return new PhysicalExpr.Cast(value, type, CastMode.STRICT, value.nullable());
  }

  /** Returns the conjunction; true if there is none. */
  static PhysicalExpr and(List<PhysicalExpr> predicates) {
    List<PhysicalExpr> conjuncts = new ArrayList<>();
    for (PhysicalExpr predicate : predicates) {
      if (predicate instanceof PhysicalExpr.Call call && call.function() == ScalarFunction.AND) {
        conjuncts.addAll(call.arguments());
      } else {
        conjuncts.add(predicate);
      }
    }
    if (conjuncts.isEmpty()) {
      return PhysicalExpr.Literal.of(new dev.heddle.io.scan.ScanValue.Truth(true), DataType.BOOL);
    }
    return conjuncts.size() == 1
        ? conjuncts.getFirst()
        : new PhysicalExpr.Call(
            ScalarFunction.AND,
            conjuncts,
            DataType.BOOL,
            conjuncts.stream().anyMatch(PhysicalExpr::nullable));
  }
}
