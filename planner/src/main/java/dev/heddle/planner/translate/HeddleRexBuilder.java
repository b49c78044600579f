package dev.heddle.planner.translate;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.planner.types.PlainRexBuilder;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexRangeRef;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Builds row expressions with our casts: nothing is rounded, padded or computed here. Only exact
 * numbers take another exact or floating type that holds them. One a query; not thread-safe.
 */
final class HeddleRexBuilder extends PlainRexBuilder {
  private static final int SMALL_NODES = 16;

  HeddleRexBuilder(RelDataTypeFactory typeFactory) {
    super(typeFactory);
  }

  @Override
  public RexNode makeCast(
      RelDataType type,
      RexNode operand,
      boolean matchNullability,
      boolean safe,
      @Nullable RexLiteral format) {
    RelDataType given = operand.getType();
    if (given.equals(type)
        || (!matchNullability && SqlTypeUtil.equalSansNullability(typeFactory, given, type))) {
      return operand;
    }
    if (given.getSqlTypeName() == SqlTypeName.NULL && operand instanceof RexCall call) {
      // has no value but fails, and would be taken for a null literal if it were cast
      return makeCall(
          typeFactory.createTypeWithNullability(type, true),
          call.getOperator(),
          call.getOperands());
    }
    if (operand instanceof RexLiteral literal && TypeMapping.isMapped(type)) {
      if (literal.isNull()) {
        return makeLiteral(
            null, typeFactory.createTypeWithNullability(type, true), literal.getTypeName());
      }
      if (safe && RexLiterals.exceedsReal(literal, TypeMapping.dataType(type))) {
        return makeNullLiteral(type); // the simplifier would make it a cast that fails
      }
      Optional<RexLiteral> same = RexLiterals.sameValue(this, literal, TypeMapping.dataType(type));
      if (same.isPresent() && !(matchNullability && type.isNullable())) {
        return same.get();
      }
    }
    RelDataType target = type;
    if (!matchNullability && given.isNullable() != type.isNullable()) {
      target = typeFactory.createTypeWithNullability(type, safe || given.isNullable());
    }
    return makeAbstractCast(target, operand, safe, format);
  }

  @Override
  protected @Nullable RexNode other(SqlOperator operator, List<? extends RexNode> operands) {
    CancelPoint.check();
    RexNode truth = truth(operator.kind, operands);
    return truth != null ? truth : like(operator, operands);
  }

  /**
   * Returns what a LIKE is whose pattern or escape character is null or empty, as Calcite's
   * simplifier cannot read these; null for other calls.
   */
  private @Nullable RexNode like(SqlOperator operator, List<? extends RexNode> operands) {
    if (operator.kind != SqlKind.LIKE) {
      return null;
    }
    if (operands.stream().anyMatch(RexLiteral::isNullLiteral)) {
      return makeNullLiteral(TypeMapping.nullableType(typeFactory, DataType.BOOL));
    }
    boolean hasEmptyEscape =
        operands.size() == 3
            && operands.get(2) instanceof RexLiteral escape
            && "".equals(escape.getValueAs(String.class));
    return hasEmptyEscape ? makeCall(operator, operands.subList(0, 2)) : null;
  }

  @Override
  public RexNode makeIn(RexNode value, List<? extends RexNode> list) {
    if (value.getType().getSqlTypeName() != SqlTypeName.BOOLEAN
        || !list.stream().allMatch(HeddleRexBuilder::isTrueOrFalse)) {
      return super.makeIn(value, cancellable(list));
    }
    List<RexNode> equal = new ArrayList<>();
    for (RexNode each : list) {
      equal.add(makeCall(SqlStdOperatorTable.EQUALS, value, each));
    }
    return RexUtil.composeDisjunction(this, equal);
  }

  /** Returns a list each of whose reads looks whether planning is cancelled. */
  private static List<RexNode> cancellable(List<? extends RexNode> list) {
    return new AbstractList<>() {
      @Override
      public RexNode get(int index) {
        CancelPoint.check();
        return list.get(index);
      }

      @Override
      public int size() {
        return list.size();
      }
    };
  }

  /**
   * Returns what a comparison with true or false is without it, or null for others. As ranges of
   * such values Calcite would simplify them as if what is compared were false where it is null.
   */
  private @Nullable RexNode truth(SqlKind kind, List<? extends RexNode> operands) {
    if (operands.size() != 2) {
      return null;
    }
    RexNode left = operands.get(0);
    RexNode right = operands.get(1);
    if (kind == SqlKind.SEARCH
        && left.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
        && right instanceof RexLiteral literal
        && literal.getValue() instanceof Sarg<?> sought) {
      return search(left, sought);
    }
    if (isTrueOrFalse(left)) {
      return isTrueOrFalse(right) ? null : truth(kind.reverse(), List.of(right, left));
    }
    if (!isTrueOrFalse(right) || left.getType().getSqlTypeName() != SqlTypeName.BOOLEAN) {
      return null;
    }
    boolean isTrue = right.isAlwaysTrue();
    return switch (kind) {
      case EQUALS, NOT_EQUALS -> equality(kind, left, right);
      case GREATER_THAN_OR_EQUAL -> isTrue ? equal(left, right) : either(left);
      case LESS_THAN_OR_EQUAL -> isTrue ? either(left) : equal(left, right);
      case GREATER_THAN -> isTrue ? not(either(left)) : unequal(left, right);
      case LESS_THAN -> isTrue ? unequal(left, right) : not(either(left));
      default -> null;
    };
  }

  /** As such Calcite makes ranges of a column, which then becomes a call. */
  @SuppressWarnings("unchecked") // of Booleans, as all that are sought in a BOOLEAN
  private RexNode search(RexNode value, Sarg<?> sought) {
    var set = ((Sarg<Boolean>) sought).rangeSet;
    boolean hasTrue = set.contains(true);
    boolean hasFalse = set.contains(false);
    if (hasTrue == hasFalse) {
      return switch (sought.nullAs) {
        case UNKNOWN -> hasTrue ? either(value) : not(either(value));
        case TRUE -> hasTrue ? makeLiteral(true) : makeCall(SqlStdOperatorTable.IS_NULL, value);
        case FALSE ->
            hasTrue ? makeCall(SqlStdOperatorTable.IS_NOT_NULL, value) : makeLiteral(false);
      };
    }
    return switch (sought.nullAs) {
      case UNKNOWN -> hasTrue ? value : not(value);
      case TRUE ->
          makeCall(
              hasTrue ? SqlStdOperatorTable.IS_NOT_FALSE : SqlStdOperatorTable.IS_NOT_TRUE, value);
      case FALSE ->
          makeCall(hasTrue ? SqlStdOperatorTable.IS_TRUE : SqlStdOperatorTable.IS_FALSE, value);
    };
  }

  /**
   * Returns null for what is no call: as an equality Calcite knows it as a key or a correlation,
   * simplifies it well, and takes it for the call that negating a comparison must give.
   */
  private @Nullable RexNode equality(SqlKind kind, RexNode value, RexNode truth) {
    if (!(value instanceof RexCall)) {
      return null;
    }
    return (kind == SqlKind.EQUALS) == truth.isAlwaysTrue() ? value : not(value);
  }

  private RexNode equal(RexNode value, RexNode truth) {
    return makeCall(SqlStdOperatorTable.EQUALS, value, truth);
  }

  private RexNode unequal(RexNode value, RexNode truth) {
    return makeCall(SqlStdOperatorTable.NOT_EQUALS, value, truth);
  }

  private static boolean isTrueOrFalse(RexNode node) {
    return node instanceof RexLiteral && (node.isAlwaysTrue() || node.isAlwaysFalse());
  }

  private RexNode not(RexNode value) {
    return makeCall(SqlStdOperatorTable.NOT, value);
  }

  /** True, or null where the value is null. What is large is not written twice. */
  private RexNode either(RexNode value) {
    return value.nodeCount() <= SMALL_NODES
        ? makeCall(SqlStdOperatorTable.OR, value, not(value))
        : FunctionCalls.call(
            this,
            ScalarFunction.NULLIF,
            List.of(makeCall(SqlStdOperatorTable.IS_NOT_NULL, value), makeLiteral(false)));
  }

  @Override
  public RexNode makeFieldAccess(RexNode expr, String fieldName, boolean caseSensitive) {
    return isStructValue(expr)
        ? field(expr, fieldName)
        : super.makeFieldAccess(expr, fieldName, caseSensitive);
  }

  @Override
  public RexNode makeFieldAccess(RexNode expr, int i) {
    return isStructValue(expr)
        ? field(expr, expr.getType().getFieldList().get(i).getName())
        : super.makeFieldAccess(expr, i);
  }

  /**
   * Whether the expression is a value with fields, and not a row of an outer query or of a join.
   */
  private static boolean isStructValue(RexNode expr) {
    return expr.getType().isStruct()
        && !(expr instanceof RexCorrelVariable)
        && !(expr instanceof RexRangeRef);
  }

  /** A field is a call, so that what is left of Calcite's field accesses are uses of outer rows. */
  private RexNode field(RexNode struct, String name) {
    return FunctionCalls.call(this, ScalarFunction.FIELD, List.of(struct, makeTextLiteral(name)));
  }

  /** Returns an interval literal; {@code value} is in the form of {@link IntervalCode#encode}. */
  @Override
  public RexLiteral makeIntervalLiteral(
      @Nullable BigDecimal value, SqlIntervalQualifier qualifier) {
    RelDataType type = TypeMapping.notNullType(typeFactory, DataType.INTERVAL);
    return makeLiteral(value, type, SqlTypeName.INTERVAL_DAY_SECOND);
  }

  RexLiteral makeInterval(CalendarInterval interval) {
    RelDataType type = TypeMapping.notNullType(typeFactory, DataType.INTERVAL);
    return makeLiteral(IntervalCode.encode(interval), type, SqlTypeName.INTERVAL_DAY_SECOND);
  }

  /** Returns a UUID as its bytes, as Calcite has it in search arguments too. */
  RexLiteral makeUuid(UUID value) {
    return makeUuid(new ByteString(Uuids.bytes(value)));
  }

  private RexLiteral makeUuid(ByteString bytes) {
    RelDataType type = TypeMapping.notNullType(typeFactory, DataType.UUID);
    return makeLiteral(bytes, type, SqlTypeName.BINARY);
  }

  @Override
  public RexNode makeLiteral(
      @Nullable Object value, RelDataType type, boolean allowCast, boolean trim) {
    return value instanceof ByteString bytes && type.getSqlTypeName() == SqlTypeName.BINARY
        ? makeUuid(bytes)
        : super.makeLiteral(value, type, allowCast, trim);
  }

  RexLiteral makeTextLiteral(String text) {
    RelDataType type = TypeMapping.notNullType(typeFactory, DataType.STRING);
    return makeLiteral(
        new org.apache.calcite.util.NlsString(text, "UTF-8", type.getCollation()),
        type,
        SqlTypeName.CHAR);
  }

  /** A value that has no literal in Calcite, as a cast of text. */
  RexNode makeCastOfText(String text, DataType type) {
    return makeAbstractCast(
        TypeMapping.notNullType(typeFactory, type), makeTextLiteral(text), false);
  }

  /**
   * A literal of a floating type; NaN and the infinities have none in Calcite, so they are casts of
   * text.
   */
  RexNode makeFloating(double value, DataType type) {
    RelDataType relType = TypeMapping.notNullType(typeFactory, type);
    if (Double.isNaN(value) || Double.isInfinite(value) || (value == 0 && 1 / value < 0)) {
      return makeCastOfText(Double.toString(value), type);
    }
    return makeApproxLiteral(
        type instanceof DataType.Float32
            ? new BigDecimal(Float.toString((float) value))
            : new BigDecimal(Double.toString(value)),
        relType);
  }
}
