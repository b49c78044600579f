package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.CatalogueFunctions;
import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the type of expressions over the columns of a schema, by the catalogue's rules alone.
 *
 * <p>Every failure is an {@link AnalysisException} that begins with what the caller was about to
 * do. Aggregates and windows are typed in any place; whether they are allowed there is the caller's
 * business.
 */
public final class ExprTyper {
  private final Schema schema;
  private final String action;
  private final IdentityHashMap<Expr, ExprType> known = new IdentityHashMap<>();

  /**
   * Makes a typer.
   *
   * @param schema columns that names refer to
   * @param action what fails if an expression is wrong, such as {@code Cannot filter}
   */
  public ExprTyper(Schema schema, String action) {
    this.schema = schema;
    this.action = action;
  }

  /** Returns a typer over other columns for the same action. */
  public ExprTyper over(Schema columns) {
    return new ExprTyper(columns, action);
  }

  /** Returns an error about the expression in hand. */
  public AnalysisException error(String problem) {
    return new AnalysisException(action + ": " + problem);
  }

  /** Returns the field of a name that occurs exactly once. */
  public Field field(String name) {
    Optional<String> unreadable = schema.whyUnreadable(name);
    if (unreadable.isPresent()) {
      throw new AnalysisException(
          ErrorCode.UNSUPPORTED,
          action + ": column \"" + name + "\" cannot be read, " + unreadable.get(),
          null);
    }
    OptionalInt index = schema.indexOf(name);
    if (index.isEmpty()) {
      throw error(NearestNames.missing("column", name, schema.names()));
    }
    for (int i = index.getAsInt() + 1; i < schema.size(); i++) {
      if (schema.field(i).name().equals(name)) {
        throw error("column name \"" + name + "\" is ambiguous; it occurs more than once");
      }
    }
    return schema.field(index.getAsInt());
  }

  /** Returns the type of the expression. */
  public ExprType type(Expr expr) {
    ExprType found = known.get(expr);
    if (found == null) {
      CancelPoint.check();
      found = findOrUnknown(expr);
      known.put(expr, found);
    }
    return found;
  }

  /**
   * What a column outside, or a parameter, will be is not known yet: types that need it are not,
   * either.
   */
  private ExprType findOrUnknown(Expr expr) {
    try {
      return find(expr);
    } catch (AnalysisException e) {
      if (!isOpen(expr)) {
        throw e;
      }
      for (Expr part : expr.children()) {
        ExprType unused = type(part); // the error may be of a part alone
      }
      return new ExprType(DataType.NULL, true);
    }
  }

  private static boolean isOpen(Expr expr) {
    return ExprParts.any(
        expr,
        part ->
            part instanceof Expr.OuterName
                || (part instanceof Expr.Parameter parameter && parameter.isUntyped()));
  }

  private ExprType find(Expr expr) {
    return switch (expr) {
      case Expr.Column column -> {
        Field field = field(column.name());
        yield new ExprType(field.type(), field.nullable());
      }
      case Expr.BoundColumn column -> {
        Field field = schema.field(column.index());
        yield new ExprType(field.type(), field.nullable());
      }
      case Expr.OuterColumn column -> new ExprType(column.type(), column.nullable());
      case Expr.OuterName _ -> new ExprType(DataType.NULL, true);
      case Expr.SqlText text ->
          throw error("expr(\"" + text.text() + "\") is allowed only in the verbs of a frame");
      case Expr.Parameter parameter -> new ExprType(parameter.type(), true);
      case Expr.ScalarSubquery query -> new ExprType(soleColumn(query, "scalar subquery"), true);
      case Expr.ExistsSubquery _ -> new ExprType(DataType.BOOL, false);
      case Expr.ArraySubquery query ->
          new ExprType(new DataType.ListOf(soleColumn(query, "ARRAY subquery")), false);
      case Expr.QuantifiedSubquery query -> quantified(query);
      case Expr.Literal literal -> new ExprType(literal.type(), literal.isNullLiteral());
      case Expr.Call call -> call(call);
      case Expr.UserCall call ->
          result(call.function(), call.arguments(), signature(call.function(), call.arguments()));
      case Expr.Cast cast -> cast(cast);
      case Expr.Case cases -> cases(cases);
      case Expr.In in -> in(in);
      case Expr.Alias alias -> type(alias.operand());
      case Expr.Aggregate call -> aggregate(call);
      case Expr.WindowCall call -> windowCall(call);
      case Expr.Over over -> over(over);
    };
  }

  private DataType soleColumn(Expr.Subquery query, String what) {
    Schema columns = query.plan().schema();
    if (columns.size() != 1) {
      throw error("a " + what + " has one column, not " + columns.size());
    }
    return columns.field(0).type();
  }

  private ExprType quantified(Expr.QuantifiedSubquery query) {
    Schema columns = query.plan().schema();
    if (columns.size() != query.operands().size()) {
      throw error(
          "a subquery that is compared with "
              + query.operands().size()
              + " values has the same number of columns, not "
              + columns.size());
    }
    boolean nullable = false;
    for (Expr operand : query.operands()) {
      nullable |= type(operand).nullable();
    }
    for (Field column : columns.fields()) {
      nullable |= column.nullable();
    }
    return new ExprType(DataType.BOOL, nullable);
  }

  /** Returns what the call's arguments are converted to and what it gives. */
  public Signature signature(CatalogueFunction function, List<Expr> arguments) {
    List<Argument> types = new ArrayList<>(arguments.size());
    for (Expr argument : arguments) {
      types.add(argument(argument));
    }
    Signature signature;
    try {
      signature = function.resolve(types);
    } catch (AnalysisException e) {
      throw new AnalysisException(e.code(), action + ": " + e.getMessage(), e);
    }
    for (int i = 0; i < arguments.size(); i++) {
      checkReadable(arguments.get(i), signature.argumentTypes().get(i));
    }
    return signature;
  }

  /** Returns the type that the operand and the values of the list are compared in. */
  public DataType commonType(Expr.In in) {
    List<Expr> operands = in.children();
    List<Argument> arguments = new ArrayList<>(operands.size());
    for (Expr operand : operands) {
      arguments.add(argument(operand));
    }
    List<DataType> types = CatalogueFunctions.readEqualLiterals(arguments);
    return meet(operands, types, TypeCoercion::comparedType, "IN");
  }

  /** Returns the type that all values of the case are converted to. */
  public DataType commonType(Expr.Case cases) {
    List<Expr> values = new ArrayList<>();
    values.add(cases.otherwise()); // which comes first for literals
    cases.branches().forEach(branch -> values.add(branch.value()));
    List<Argument> arguments = new ArrayList<>(values.size());
    for (Expr value : values) {
      arguments.add(argument(value));
    }
    List<DataType> types =
        new ArrayList<>(
            CatalogueFunctions.readNarrowLiterals(
                arguments, CatalogueFunctions.readTextLiterals(arguments)));
    Collections.rotate(values, -1);
    Collections.rotate(types, -1);
    return meet(values, types, TypeCoercion::commonType, "CASE");
  }

  private DataType meet(
      List<Expr> exprs,
      List<DataType> types,
      BiFunction<DataType, DataType, @Nullable DataType> rule,
      String construct) {
    DataType common = DataType.NULL;
    for (int i = 0; i < types.size(); i++) {
      DataType next = rule.apply(common, types.get(i));
      if (next == null) {
        throw error(
            construct
                + " does not take "
                + common.sqlName()
                + " beside "
                + types.get(i).sqlName()
                + " ("
                + exprs.get(i)
                + "); cast one of them");
      }
      common = next;
    }
    for (Expr expr : exprs) {
      checkReadable(expr, common);
    }
    return common;
  }

  private void checkReadable(Expr expr, DataType type) {
    if (isTextLiteral(expr)
        && !(type instanceof DataType.Str)
        && !LiteralReader.isReadable(((Expr.Literal) expr).value(), type)) {
      throw error(expr + " is no " + type.sqlName());
    }
  }

  private Argument argument(Expr expr) {
    DataType type = type(expr).type();
    if (isTextLiteral(expr)) {
      return Argument.literal(String.valueOf(((Expr.Literal) expr).value()));
    }
    return type.isInteger()
            && expr instanceof Expr.Literal literal
            && literal.value() instanceof Number number
        ? Argument.literal(type, number.longValue())
        : Argument.of(type);
  }

  private static boolean isTextLiteral(Expr expr) {
    return expr instanceof Expr.Literal literal && literal.type() instanceof DataType.Str;
  }

  private ExprType call(Expr.Call call) {
    Signature signature = signature(call.function(), call.arguments());
    for (int index : call.function().literalArguments()) {
      if (index < call.arguments().size()
          && !(call.arguments().get(index) instanceof Expr.Literal)
          && !(call.arguments().get(index) instanceof Expr.Parameter)) {
        throw error(
            "argument "
                + (index + 1)
                + " of "
                + call.function().displayName()
                + " must be a literal, not "
                + call.arguments().get(index));
      }
    }
    return result(call.function(), call.arguments(), signature);
  }

  private ExprType result(CatalogueFunction function, List<Expr> arguments, Signature signature) {
    int nullable = 0;
    for (int i = 0; i < arguments.size(); i++) {
      ExprType given = type(arguments.get(i));
      DataType taken = signature.argumentTypes().get(i);
      nullable += given.nullable() || TypeCoercion.makesNull(given.type(), taken) ? 1 : 0;
    }
    return new ExprType(
        signature.resultType(), function.nullRule().isNullable(nullable, arguments.size()));
  }

  private ExprType cast(Expr.Cast cast) {
    ExprType from = type(cast.operand());
    if (!TypeCoercion.canCast(from.type(), cast.type())) {
      throw error(
          "there is no cast from "
              + from.type().sqlName()
              + " ("
              + cast.operand()
              + ") to "
              + cast.type().sqlName());
    }
    return new ExprType(
        cast.type(),
        from.nullable()
            || cast.mode() == CastMode.TRY
            || TypeCoercion.makesNull(from.type(), cast.type()));
  }

  private ExprType cases(Expr.Case cases) {
    boolean nullable = type(cases.otherwise()).nullable();
    for (Expr.Branch branch : cases.branches()) {
      requireBoolean(branch.condition());
      nullable |= type(branch.value()).nullable();
    }
    return new ExprType(commonType(cases), nullable);
  }

  /** Checks that an expression is a boolean or a bare null. */
  public void requireBoolean(Expr condition) {
    DataType type = type(condition).type();
    if (!(type instanceof DataType.Bool || type instanceof DataType.Null)) {
      throw error("condition " + condition + " is " + type.sqlName() + ", not BOOLEAN");
    }
  }

  private ExprType in(Expr.In in) {
    DataType common = commonType(in);
    boolean nullable = false;
    for (Expr operand : in.children()) {
      ExprType given = type(operand);
      nullable |= given.nullable() || TypeCoercion.makesNull(given.type(), common);
    }
    return new ExprType(DataType.BOOL, nullable && !in.values().isEmpty());
  }

  /** Returns what an aggregate's arguments are converted to and what it gives. */
  public Signature signature(Expr.Aggregate call) {
    CatalogueFunction function = call.user() == null ? call.function() : call.user().ofRows();
    return signature(function, call.arguments());
  }

  private ExprType aggregate(Expr.Aggregate call) {
    Signature signature = signature(call);
    if (call.condition() != null) {
      requireBoolean(call.condition());
    }
    if (!call.orderBy().isEmpty() && !call.function().usesOrder()) {
      String name = call.user() == null ? call.function().displayName() : call.user().name();
      throw error(name + " takes no order");
    }
    for (SortKey key : call.orderBy()) {
      requireOrdered(key);
    }
    if (call.function().takesFraction()) {
      requireFraction(call.arguments().get(1));
    }
    return new ExprType(signature.resultType(), call.function().nullRule() != NullRule.NEVER_NULL);
  }

  private void requireFraction(Expr fraction) {
    boolean fits =
        fraction instanceof Expr.Literal literal
            && literal.value() instanceof Number number
            && number.doubleValue() >= 0
            && number.doubleValue() <= 1;
    if (!fits) {
      throw error("the fraction of quantile must be a literal from 0 to 1, not " + fraction);
    }
  }

  /** Checks that a sort key's type has an order. */
  public void requireOrdered(SortKey key) {
    DataType type = type(key.expr()).type();
    if (!TypeCoercion.isComparable(type)) {
      throw error(key.expr() + " is " + type.sqlName() + ", which has no order");
    }
  }

  private ExprType windowCall(Expr.WindowCall call) {
    Signature signature = signature(call.function(), call.arguments());
    if (call.nulls() == NullTreatment.IGNORE && !call.function().canIgnoreNulls()) {
      throw error(call.function().displayName() + " cannot ignore nulls");
    }
    return new ExprType(signature.resultType(), call.function().nullRule() != NullRule.NEVER_NULL);
  }

  private ExprType over(Expr.Over over) {
    WindowSpec window = over.window();
    window.partitionBy().forEach(this::type);
    window.orderBy().forEach(this::requireOrdered);
    WindowFrames.check(this, window);
    return type(over.call());
  }
}
