package dev.heddle.cli.output;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Prints tables on a terminal: the rows and columns that it has room for, and how many more there
 * are. Where somebody sits at it, they may turn pages.
 */
public final class ScreenTables implements TablePrinter {
  /** Lines around the rows: three of the names, the last rule, the number of rows, the prompt. */
  private static final int OTHER_LINES = 6;

  private final Appendable out;
  private final Supplier<Screen> screen;
  private final Turning turning;
  private final String way;

  /** Asks whether to go on. */
  public interface Turning {
    /** Nobody is there to ask. */
    Turning NEVER = question -> false;

    /** Shows a question and returns whether the next page is wanted. */
    boolean wantsMore(String question) throws IOException;
  }

  /**
   * Makes a printer.
   *
   * @param screen its size now
   * @param way how to get at rows that are not shown, for the note below the table
   */
  public ScreenTables(Appendable out, Supplier<Screen> screen, Turning turning, String way) {
    this.out = out;
    this.screen = screen;
    this.turning = turning;
    this.way = way;
  }

  @Override
  public void print(QueryResult rows) throws IOException {
    long left = rows.rowCount();
    Iterator<Row> all = rows.iterator();
    while (true) {
      Screen now = screen.get();
      int room = Math.max(1, now.rows() - OTHER_LINES);
      List<Row> page = new ArrayList<>();
      while (page.size() < room && all.hasNext()) {
        page.add(all.next());
      }
      left -= page.size();
      TableText.Part part = TableText.fitted(rows.schema(), rows.timeZone(), page, now.columns());
      out.append(part.text());
      String missing = missing(left, part.hidden().size());
      if (left == 0) {
        String note = missing.isEmpty() ? "" : ", " + missing + way;
        out.append(TableText.rowCount(rows.rowCount())).append(note).append('\n');
        return;
      }
      if (!turning.wantsMore(missing)) {
        out.append(missing).append(way).append('\n');
        return;
      }
    }
  }

  private static String missing(long rows, int columns) {
    List<String> parts = new ArrayList<>();
    if (rows > 0) {
      parts.add("… " + rows + (rows == 1 ? " more row" : " more rows"));
    }
    if (columns > 0) {
      parts.add("… " + columns + (columns == 1 ? " more column" : " more columns"));
    }
    return String.join(", ", parts);
  }
}
