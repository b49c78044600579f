package dev.heddle.physical.expr;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.expr.node.Node;
import java.util.List;

/**
 * Expressions compiled for one thread, which evaluates them over batches.
 *
 * <p>Works on dense columns: a batch's selection is gathered for the columns that are read. Equal
 * parts of the expressions are computed once for a batch. Closing frees what is cached between
 * batches (constants, results for dictionaries).
 */
public final class Evaluator implements AutoCloseable {
  private final Node[] nodes;
  private final MemoryAccount account;

  private Evaluator(Node[] nodes, MemoryAccount account) {
    this.nodes = nodes;
    this.account = account;
  }

  /**
   * Compiles expressions; the account pays for their values.
   *
   * @throws dev.heddle.frame.error.HeddleException if a constant pattern or unit is malformed
   */
  public static Evaluator of(
      List<PhysicalExpr> expressions, QueryTime time, MemoryAccount account) {
    Compiler compiler = new Compiler(expressions, time, account);
    return new Evaluator(compiler.compileAll(expressions).toArray(Node[]::new), account);
  }

  /**
   * Evaluates each expression for the rows of a batch, which is lent.
   *
   * @return a column for each expression, of at least {@code batch.rowCount()} rows and maybe a
   *     dictionary; the caller owns them
   * @throws dev.heddle.frame.error.HeddleException if a value cannot be computed
   */
  public Column[] evaluate(Batch batch) {
    try (EvaluatedRows rows = EvaluatedRows.of(batch, account)) {
      return evaluate(rows);
    }
  }

  /**
   * Evaluates each expression for the first rows of columns, which are lent.
   *
   * @param columns by the positions that the expressions name
   * @return as {@link #evaluate(Batch)}
   */
  public Column[] evaluate(Column[] columns, int count) {
    try (EvaluatedRows rows = EvaluatedRows.of(index -> columns[index], count, account)) {
      return evaluate(rows);
    }
  }

  private Column[] evaluate(EvaluatedRows rows) {
    return Column.makeAll(nodes.length, i -> nodes[i].evaluate(rows));
  }

  /** Evaluates the only expression for one row without columns. */
  Column evaluateConstant() {
    try (EvaluatedRows rows = EvaluatedRows.single(account)) {
      return nodes[0].plain(rows);
    }
  }

  @Override
  public void close() {
    for (Node node : nodes) {
      node.close();
    }
  }
}
