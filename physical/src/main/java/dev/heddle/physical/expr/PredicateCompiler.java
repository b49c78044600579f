package dev.heddle.physical.expr;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.node.Node;
import dev.heddle.physical.expr.node.TruthNode;
import dev.heddle.physical.kernel.number.NumericRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Turns boolean expressions into predicates that narrow selections. */
final class PredicateCompiler {
  private final MemoryAccount account;
  private final Compiler compiler;
  private boolean onDictionary;

  PredicateCompiler(List<PhysicalExpr> conjuncts, QueryTime time, MemoryAccount account) {
    this.account = account;
    this.compiler = new Compiler(conjuncts, time, account);
  }

  /** Compiles a conjunction; neighbours that compare one column with constants become one. */
  Predicate all(List<PhysicalExpr> conjuncts) {
    return all(conjuncts, false);
  }

  private Predicate all(List<PhysicalExpr> conjuncts, boolean negated) {
    List<Predicate> predicates = new ArrayList<>();
    for (PhysicalExpr conjunct : conjuncts) {
      Predicate next = compile(conjunct, negated);
      if (!predicates.isEmpty()
          && predicates.getLast() instanceof RangePredicate before
          && next instanceof RangePredicate now
          && before.index == now.index) {
        Optional<NumericRange> both = before.range.and(now.range);
        if (both.isPresent()) {
          predicates.removeLast();
          next = new RangePredicate(now.index, both.get());
        }
      }
      predicates.add(next);
    }
    return predicates.size() == 1 ? predicates.getFirst() : new AllPredicate(predicates);
  }

  private Predicate any(List<PhysicalExpr> disjuncts, boolean negated) {
    List<Predicate> predicates = new ArrayList<>();
    for (PhysicalExpr disjunct : disjuncts) {
      predicates.add(compile(disjunct, negated));
    }
    return new AnyPredicate(predicates, account);
  }

  /** Compiles a predicate that keeps the rows for which an expression is true, or false. */
  private Predicate compile(PhysicalExpr expression, boolean negated) {
    if (onDictionary || !Expressions.rejectsNulls(expression)) {
      return plain(expression, negated);
    }
    SortedSet<Integer> columns = Expressions.columns(expression);
    if (columns.size() != 1 || isNegatedTrueForNull(expression, negated)) {
      return plain(expression, negated);
    }
    onDictionary = true;
    Predicate inner = plain(expression, negated);
    onDictionary = false;
    if (inner instanceof RangePredicate || inner instanceof NullPredicate) {
      return inner;
    }
    if (inner.canFail()) {
      inner.close();
      return plain(expression, negated);
    }
    return new DictionaryPredicate(inner, columns.first(), account);
  }

  private static boolean isNegatedTrueForNull(PhysicalExpr expression, boolean negated) {
    return negated && !Expressions.isNullForNulls(expression);
  }

  private Predicate plain(PhysicalExpr expression, boolean negated) {
    if (expression instanceof PhysicalExpr.Call call) {
      Optional<Predicate> special = special(call, negated);
      if (special.isPresent()) {
        return special.get();
      }
    }
    Node node = compiler.compile(expression);
    return new NodePredicate(negated ? new TruthNode(TruthNode.Test.NOT, node) : node, account);
  }

  private Optional<Predicate> special(PhysicalExpr.Call call, boolean negated) {
    List<PhysicalExpr> arguments = call.arguments();
    return switch (call.function()) {
      case AND -> Optional.of(negated ? any(arguments, true) : all(arguments, false));
      case OR -> Optional.of(negated ? all(arguments, true) : any(arguments, false));
      case NOT -> Optional.of(compile(arguments.getFirst(), !negated));
      case IS_TRUE, IS_NOT_FALSE ->
          call.function() == ScalarFunction.IS_TRUE && !negated
              ? Optional.of(compile(arguments.getFirst(), false))
              : Optional.empty();
      case IS_NULL, IS_NOT_NULL -> {
        TruthNode.Test test =
            (call.function() == ScalarFunction.IS_NULL) != negated
                ? TruthNode.Test.IS_NULL
                : TruthNode.Test.IS_NOT_NULL;
        yield arguments.getFirst() instanceof PhysicalExpr.ColumnRef ref
            ? Optional.of(new NullPredicate(ref.index(), test))
            : Optional.empty();
      }
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ -> range(call, negated);
      default -> Optional.empty();
    };
  }

  private static Optional<Predicate> range(PhysicalExpr.Call call, boolean negated) {
    NumericRange.Operator operator = Compiler.operator(call.function());
    return NarrowedComparison.of(
            negated ? operator.negated() : operator,
            call.arguments().get(0),
            call.arguments().get(1))
        .flatMap(PredicateCompiler::range);
  }

  private static Optional<Predicate> range(NarrowedComparison comparison) {
    int column = comparison.column().index();
    return switch (Layout.of(comparison.column().type())) {
      case INT8, INT16, INT32, INT64 -> {
        BigInteger whole = ((ScanValue.Whole) comparison.value()).value();
        yield whole.bitLength() < 64
            ? Optional.of(
                new RangePredicate(
                    column, NumericRange.of(comparison.operator(), whole.longValue())))
            : Optional.empty();
      }
      case FLOAT32, FLOAT64 -> {
        double number = ((ScanValue.Floating) comparison.value()).value();
        NumericRange range = NumericRange.of(comparison.operator(), number);
        yield Optional.of(new RangePredicate(column, range));
      }
      default -> Optional.empty();
    };
  }
}
