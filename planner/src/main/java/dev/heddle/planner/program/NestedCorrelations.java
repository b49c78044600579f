package dev.heddle.planner.program;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Looks for subqueries in subqueries that read the row of the query outside of both.
 *
 * <p>The classic decorrelator joins those with the outer rows as they are, not with the different
 * ones, and so gives rows twice.
 */
final class NestedCorrelations {
  private NestedCorrelations() {}

  /** Returns whether some subquery reads a row of a query that it does not stand in itself. */
  static boolean areIn(RelNode rel) {
    return areIn(rel, false);
  }

  private static boolean areIn(RelNode rel, boolean isInside) {
    boolean[] found = {false};
    Set<CorrelationId> bound = new HashSet<>(); // by nodes of this query
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        bound.addAll(node.getVariablesSet());
        if (node instanceof Correlate correlate) {
          bound.add(correlate.getCorrelationId());
        }
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    forSubqueries(
        rel,
        subQuery -> {
          found[0] |= areIn(subQuery.rel, true);
          if (isInside) {
            Set<CorrelationId> read = read(subQuery.rel);
            read.removeAll(bound);
            found[0] |= !read.isEmpty();
          }
        });
    return found[0];
  }

  /** Returns whether a quantified comparison is left in a plan or its subqueries. */
  static boolean hasQuantified(RelNode rel) {
    boolean[] found = {false};
    forSubqueries(
        rel,
        subQuery -> found[0] |= subQuery.getKind() == SqlKind.SOME || hasQuantified(subQuery.rel));
    return found[0];
  }

  /** Returns the rows that a plan reads and does not bind itself. */
  static Set<CorrelationId> read(RelNode rel) {
    Set<CorrelationId> read = new HashSet<>();
    Set<CorrelationId> bound = new HashSet<>();
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        bound.addAll(node.getVariablesSet());
        if (node instanceof Correlate correlate) {
          bound.add(correlate.getCorrelationId());
        }
        node.accept(
            new RexShuttle() {
              @Override
              public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                read.add(variable.id);
                return variable;
              }

              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                read.addAll(NestedCorrelations.read(subQuery.rel));
                return super.visitSubQuery(subQuery);
              }
            });
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    read.removeAll(bound);
    return read;
  }

  private static void forSubqueries(RelNode rel, Consumer<RexSubQuery> consumer) {
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(
            new RexShuttle() {
              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                consumer.accept(subQuery);
                return super.visitSubQuery(subQuery);
              }
            });
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
  }
}
