package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Functions, aggregates most of them, that are written out in terms of others, and so are computed,
 * spilled and distributed as those are. The filter and the window of such a call go to each
 * aggregate in its definition.
 */
final class Macros {
  /** What DISTINCT in a call does. */
  private enum Distinct {
    /** It changes nothing. */
    IGNORED,
    /** It goes to the aggregates. */
    PASSED,
    /** It is an error, since the aggregates are of other values. */
    REFUSED
  }

  private record Macro(List<String> parameters, Distinct distinct, String text) {}

  private static final Map<String, Macro> MACROS = new HashMap<>();

  private static final String MOMENT =
      "case when count(x) > %s and sum(x * 1e0 * x) - sum(x * 1e0) * sum(x * 1e0) / count(x) > 0"
          + " then %s end";

  /** The second moment around the mean. */
  private static final String SECOND =
      "((sum(x * 1e0 * x) - power(sum(x * 1e0), 2) / count(x)) / count(x))";

  private static final String THIRD =
      "((sum(x * 1e0 * x * x) - 3 * sum(x * 1e0 * x) * sum(x * 1e0) / count(x)"
          + " + 2 * power(sum(x * 1e0), 3) / power(count(x), 2)) / count(x))";

  private static final String FOURTH =
      "((sum(x * 1e0 * x * x * x) - 4 * sum(x * 1e0 * x * x) * sum(x * 1e0) / count(x)"
          + " + 6 * sum(x * 1e0 * x) * power(sum(x * 1e0), 2) / power(count(x), 2)"
          + " - 3 * power(sum(x * 1e0), 4) / power(count(x), 3)) / count(x))";

  private static final String PAIRS = "filter (where x is not null and y is not null)";

  static {
    add(
        "any_value,arbitrary",
        "x,$order",
        Distinct.IGNORED,
        "first(x) filter (where x is not null)");
    add("arg_max,argmax,max_by", "x,y", Distinct.IGNORED, "first(x order by y desc) " + PAIRS);
    add("arg_min,argmin,min_by", "x,y", Distinct.IGNORED, "first(x order by y) " + PAIRS);
    add(
        "arg_max,argmax,max_by",
        "x,y,n",
        Distinct.REFUSED,
        "list_slice(array_agg(x order by y desc) " + PAIRS + ", 1, n)");
    add(
        "arg_min,argmin,min_by",
        "x,y,n",
        Distinct.REFUSED,
        "list_slice(array_agg(x order by y) " + PAIRS + ", 1, n)");
    add(
        "max",
        "x,n",
        Distinct.PASSED,
        "list_slice(array_agg(x order by x desc) filter (where x is not null), 1, n)");
    add(
        "min",
        "x,n",
        Distinct.PASSED,
        "list_slice(array_agg(x order by x) filter (where x is not null), 1, n)");
    add("isfinite,is_finite", "x", Distinct.REFUSED, "x * 1e0 - x * 1e0 = 0e0");
    add("isinf,is_inf", "x", Distinct.REFUSED, "abs(x * 1e0) = -ln(0e0)");
    add("count_if,countif", "x", Distinct.REFUSED, "count(case when x then 1 end)");
    add("geomean,geometric_mean", "x", Distinct.PASSED, "exp(avg(ln(x)))");
    add(
        "weighted_avg,wavg",
        "x,y",
        Distinct.REFUSED,
        "sum(x * 1e0 * y) / sum(case when x is not null then y * 1e0 else 0e0 end)");
    add("sem", "x", Distinct.PASSED, "stddev_pop(x) / sqrt(count(x))");
    add("fsum,kahan_sum,sumkahan", "x", Distinct.PASSED, "sum(x * 1e0)");
    add("favg", "x", Distinct.PASSED, "avg(x * 1e0)");
    add(
        "quantile_disc,percentile_disc",
        "x,f",
        Distinct.PASSED,
        "list_element(array_agg(x order by x) filter (where x is not null), greatest(1,"
            + " count(x) - cast(floor(count(x) - count(x) * cast(f as double)) as bigint)))");
    for (String bits : List.of("bit_and", "bit_or", "bit_xor")) {
      add(
          bits,
          "x",
          Distinct.PASSED,
          "list_" + bits + "(array_agg(x) filter (where x is not null))");
    }
    add("mode", "x", Distinct.PASSED, "list_mode(array_agg(x) filter (where x is not null))");
    add(
        "histogram",
        "x",
        Distinct.PASSED,
        "list_histogram(array_agg(x) filter (where x is not null))");
    add(
        "entropy",
        "x",
        Distinct.PASSED,
        "coalesce(list_entropy(array_agg(x) filter (where x is not null)), 0e0)");
    add("mad", "x", Distinct.PASSED, "list_mad(array_agg(x) filter (where x is not null))");
    add(
        "skewness",
        "x",
        Distinct.REFUSED,
        MOMENT.formatted(
            "2",
            "sqrt(count(x) * 1e0 * (count(x) - 1)) / (count(x) - 2) * "
                + THIRD
                + " / power("
                + SECOND
                + ", 1.5)"));
    add(
        "kurtosis",
        "x",
        Distinct.REFUSED,
        MOMENT.formatted(
            "3",
            "(count(x) - 1) * ((count(x) + 1) * "
                + FOURTH
                + " / power("
                + SECOND
                + ", 2) - 3 * (count(x) - 1)) / ((count(x) - 2) * 1e0 * (count(x) - 3))"));
    add(
        "kurtosis_pop",
        "x",
        Distinct.REFUSED,
        MOMENT.formatted("1", FOURTH + " / power(" + SECOND + ", 2) - 3"));
  }

  private static final Set<String> NAMES =
      MACROS.keySet().stream()
          .map(key -> key.substring(0, key.indexOf('/')).toLowerCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> QUANTILES =
      Set.of("QUANTILE", "QUANTILE_CONT", "QUANTILE_DISC", "APPROX_QUANTILE");

  private Macros() {}

  private static void add(String names, String parameters, Distinct distinct, String text) {
    Macro macro = new Macro(List.of(parameters.split(",")), distinct, text);
    for (String name : names.split(",")) {
      MACROS.put(key(name, macro.parameters.size()), macro);
    }
  }

  private static String key(String name, int arguments) {
    return name.toUpperCase(Locale.ROOT) + "/" + arguments;
  }

  /** Returns whether a name, in lower case, is that of an aggregate. */
  static boolean isAggregate(String name) {
    return NAMES.contains(name) && !name.startsWith("is");
  }

  /** Returns the names of all macros, in lower case. */
  static Set<String> names() {
    return NAMES;
  }

  /** What stands around the call of an aggregate, and the call. */
  private record Wrapped(
      SqlCall call,
      @Nullable SqlNodeList order,
      @Nullable SqlNode filter,
      @Nullable SqlNode window) {
    static @Nullable Wrapped of(SqlCall outer) {
      SqlCall call = outer;
      SqlNode window = null;
      SqlNode filter = null;
      SqlNodeList order = null;
      if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall inner) {
        window = call.operand(1);
        call = inner;
      }
      if (call.getKind() == SqlKind.FILTER && call.operand(0) instanceof SqlCall inner) {
        filter = call.operand(1);
        call = inner;
      }
      if (call.getKind() == SqlKind.WITHIN_GROUP
          && call.operand(0) instanceof SqlCall inner
          && call.operand(1) instanceof SqlNodeList keys) {
        order = keys;
        call = inner;
      }
      return call.getOperator() instanceof SqlFunction
          ? new Wrapped(call, order, filter, window)
          : null;
    }

    /** Puts the same around another aggregate. */
    SqlNode around(SqlNode aggregate) {
      SqlParserPos position = call.getParserPosition();
      SqlNode node = aggregate;
      if (filter != null) {
        SqlNode condition = Copies.of(filter);
        if (node instanceof SqlCall own && own.getKind() == SqlKind.FILTER) {
          condition = SqlStdOperatorTable.AND.createCall(position, own.operand(1), condition);
          node = own.operand(0);
        }
        node = SqlStdOperatorTable.FILTER.createCall(position, node, condition);
      }
      return window == null
          ? node
          : SqlStdOperatorTable.OVER.createCall(position, node, Copies.of(window));
    }
  }

  /** Returns the definition of a call with its arguments; null if it is no macro. */
  static @Nullable SqlNode expand(SqlCall outer) {
    Wrapped wrapped = Wrapped.of(outer);
    if (wrapped == null) {
      return null;
    }
    SqlCall call = wrapped.call;
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (QUANTILES.contains(name)
        && call.operandCount() == 2
        && call.operand(1) instanceof SqlCall list
        && list.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      return quantiles(wrapped, list);
    }
    Macro macro = MACROS.get(key(name, call.operandCount() + (wrapped.order == null ? 0 : 1)));
    if (macro == null || (wrapped.order != null) != macro.parameters.contains("$order")) {
      return null;
    }
    SqlLiteral quantifier = call.getFunctionQuantifier();
    boolean isDistinct = quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
    if (isDistinct && macro.distinct == Distinct.REFUSED) {
      throw new SqlPositionException(
          "DISTINCT in "
              + name.toLowerCase(Locale.ROOT)
              + " is not supported; aggregate a query with DISTINCT",
          call.getParserPosition());
    }
    SqlNode body = SqlParsing.expression(SqlText.of(macro.text));
    Definition definition =
        new Definition(
            wrapped, macro, isDistinct && macro.distinct == Distinct.PASSED ? quantifier : null);
    return Objects.requireNonNull(body.accept(definition), "no body");
  }

  /** A list of fractions gives a list of quantiles. */
  private static SqlNode quantiles(Wrapped wrapped, SqlCall fractions) {
    SqlCall call = wrapped.call;
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> values = new ArrayList<>();
    for (SqlNode fraction : fractions.getOperandList()) {
      values.add(
          wrapped.around(
              call.getOperator()
                  .createCall(
                      call.getFunctionQuantifier(),
                      position,
                      Copies.of(call.operand(0)),
                      fraction)));
    }
    SqlNode count =
        wrapped.around(SqlStdOperatorTable.COUNT.createCall(position, Copies.of(call.operand(0))));
    return new SqlCase(
        position,
        null,
        SqlNodeList.of(
            SqlStdOperatorTable.GREATER_THAN.createCall(
                position, count, SqlLiteral.createExactNumeric("0", position))),
        SqlNodeList.of(fractions.getOperator().createCall(position, values)),
        SqlLiteral.createNull(position));
  }

  /**
   * Puts the arguments in the place of parameters, and what is around the call around aggregates.
   */
  private static final class Definition extends SqlShuttle {
    private final Wrapped wrapped;
    private final Macro macro;
    private final @Nullable SqlLiteral quantifier;

    Definition(Wrapped wrapped, Macro macro, @Nullable SqlLiteral quantifier) {
      this.wrapped = wrapped;
      this.macro = macro;
      this.quantifier = quantifier;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
      int at = macro.parameters.indexOf(identifier.getSimple());
      return at < 0 ? identifier : Copies.of(wrapped.call.operand(at));
    }

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
      return literal.clone(wrapped.call.getParserPosition());
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      SqlParserPos position = wrapped.call.getParserPosition();
      Wrapped aggregate = Wrapped.of(call);
      if (aggregate != null && SqlOperators.isAggregate(aggregate.call.getOperator().getName())) {
        List<SqlNode> operands = new ArrayList<>();
        aggregate.call.getOperandList().forEach(o -> operands.add(o.accept(this)));
        SqlNode node = aggregate.call.getOperator().createCall(quantifier, position, operands);
        SqlNodeList order =
            aggregate.order != null ? (SqlNodeList) aggregate.order.accept(this) : wrapped.order;
        if (order != null) {
          node = SqlStdOperatorTable.WITHIN_GROUP.createCall(position, node, order);
        }
        if (aggregate.filter != null) {
          node =
              SqlStdOperatorTable.FILTER.createCall(position, node, aggregate.filter.accept(this));
        }
        return wrapped.around(node);
      }
      SqlCall visited = (SqlCall) Objects.requireNonNull(super.visit(call), "no call");
      return visited.clone(position);
    }
  }
}
