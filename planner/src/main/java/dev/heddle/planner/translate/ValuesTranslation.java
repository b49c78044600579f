package dev.heddle.planner.translate;

import com.google.common.collect.ImmutableList;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * Constant rows. Calcite's literals hold no NaN, infinity and negative zero; a column with one of
 * them is written as text and cast.
 */
final class ValuesTranslation {
  private ValuesTranslation() {}

  static RelNode translate(QueryContext context, LogicalPlan.Values plan) {
    HeddleRexBuilder rex = context.rex();
    Schema schema = plan.schema();
    List<List<RexNode>> rows =
        plan.rows().stream()
            .map(row -> row.stream().map(literal -> RexLiterals.of(rex, literal)).toList())
            .toList();
    List<Field> fields = new ArrayList<>();
    boolean[] isText = new boolean[schema.size()];
    for (int c = 0; c < schema.size(); c++) {
      int column = c;
      isText[c] = rows.stream().anyMatch(row -> !(row.get(column) instanceof RexLiteral));
      Field field = schema.field(c);
      fields.add(isText[c] ? new Field(field.name(), DataType.STRING, field.nullable()) : field);
    }
    ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
    for (int r = 0; r < rows.size(); r++) {
      ImmutableList.Builder<RexLiteral> tuple = ImmutableList.builder();
      for (int c = 0; c < schema.size(); c++) {
        RexNode node = rows.get(r).get(c);
        tuple.add(isText[c] ? text(rex, plan.rows().get(r).get(c)) : (RexLiteral) node);
      }
      tuples.add(tuple.build());
    }
    RelDataType rowType = TypeMapping.rowType(context.types(), new Schema(fields));
    RelNode values = LogicalValues.create(context.cluster(), rowType, tuples.build());
    List<RexNode> columns = new ArrayList<>();
    boolean isPlain = true;
    for (int c = 0; c < schema.size(); c++) {
      isPlain &= !isText[c];
      columns.add(FunctionCalls.cast(rex, rex.makeInputRef(values, c), schema.field(c).type()));
    }
    return isPlain ? values : LogicalPlanTranslator.project(values, columns, schema.names());
  }

  private static RexLiteral text(RexBuilder rex, Expr.Literal literal) {
    HeddleRexBuilder builder = (HeddleRexBuilder) rex;
    return literal.value() == null
        ? builder.makeNullLiteral(
            TypeMapping.nullableType(builder.getTypeFactory(), DataType.STRING))
        : builder.makeTextLiteral(literal.value().toString());
  }
}
