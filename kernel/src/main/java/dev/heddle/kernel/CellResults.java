package dev.heddle.kernel;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryPlan;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.HtmlText;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.kernel.plot.PlotCommand;
import dev.heddle.kernel.plot.SvgPlot;
import org.jspecify.annotations.Nullable;

/** What is shown of values, and the last result, which is kept for plots. Used by one thread. */
final class CellResults implements AutoCloseable {
  private static final int KEPT_ROWS = 100_000;
  private static final String PLAN_COLUMN = "plan";

  private @Nullable QueryResult own; // closed here
  private @Nullable QueryResult last; // own, or one of the user's
  private @Nullable DataFrame frame; // of a cell of Java, not run yet

  /** Runs a query and returns what is shown of it. */
  Display query(DataFrame rows) {
    QueryResult result = keep(rows);
    if (result.rowCount() <= KEPT_ROWS) {
      return rows(result);
    }
    String note = "only the first " + KEPT_ROWS + " rows are kept for plots";
    return Display.ofText(result.toText(QueryResult.SHOWN_ROWS) + note + "\n")
        .withHtml(result.toHtml() + "<p>" + note + "</p>\n");
  }

  private QueryResult keep(DataFrame rows) {
    close();
    QueryResult result = rows.limit(KEPT_ROWS + 1).collect();
    own = result;
    last = result;
    return result;
  }

  private static Display rows(QueryResult result) {
    return Display.ofText(result.toText(QueryResult.SHOWN_ROWS)).withHtml(result.toHtml());
  }

  /** Returns what is shown of a statement that is no query. */
  static Display statement(StatementResult done) {
    QueryResult rows = done.rows();
    if (rows == null) {
      return Display.ofText(done.message());
    }
    if (rows.schema().size() != 1 || !rows.schema().field(0).name().equals(PLAN_COLUMN)) {
      return rows(rows);
    }
    StringBuilder plan = new StringBuilder();
    for (Row row : rows) {
      plan.append(row.value(0)).append('\n');
    }
    return Display.ofText(plan.toString())
        .withHtml("<pre>" + HtmlText.escaped(plan.toString()) + "</pre>\n");
  }

  /** Returns what is shown of a value of Java; nothing of a null. */
  @Nullable Display value(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case QueryResult result -> {
        close();
        last = result;
        yield rows(result);
      }
      case DataFrame rows -> {
        close();
        frame = rows;
        yield Display.ofText(rows.toString()).withHtml(rows.toHtml());
      }
      case QueryPlan plan -> Display.ofText(plan.toString()).withHtml(plan.toHtml());
      default -> Display.ofText(String.valueOf(value));
    };
  }

  /** Draws the last result. */
  Display plot(String command) {
    PlotCommand plot = PlotCommand.read(command);
    DataFrame waiting = frame;
    QueryResult result = waiting == null ? last : keep(waiting);
    if (result == null) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot plot: there is no result yet; run a query first");
    }
    return Display.ofText("plot of " + result.rowCount() + " rows")
        .withSvg(SvgPlot.of(result, plot));
  }

  /** Forgets the last result. */
  @Override
  public void close() {
    QueryResult before = own;
    own = null;
    last = null;
    frame = null;
    if (before != null) {
      before.close();
    }
  }
}
