package dev.heddle.kernel.plot;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.spi.HtmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws plots as SVG, which needs no script and no style sheet. */
public final class SvgPlot {
  private static final int WIDTH = 680;
  private static final int HEIGHT = 400;
  private static final int LEFT = 80;
  private static final int RIGHT = 20;
  private static final int TOP = 34;
  private static final int BOTTOM = 56;
  private static final int MARKS = 6;
  private static final int MAX_LABEL = 24;
  private static final String[] COLORS = {
    "#3366cc", "#dc6a1f", "#2e9e5b", "#a142a8", "#c23b4b", "#2aa3ad", "#8a7a12", "#6b6f80"
  };

  private final PlotData data;
  private final Ticks xTicks;
  private final Ticks yTicks;
  private final StringBuilder svg = new StringBuilder();

  private SvgPlot(PlotData data) {
    this.data = data;
    this.xTicks = xTicks(data);
    this.yTicks = yTicks(data);
  }

  /**
   * Draws the rows of a result.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code INVALID_ARGUMENT} if a column
   *     is unknown or has no numbers, or there is nothing to draw
   */
  public static String of(QueryResult result, PlotCommand command) {
    return new SvgPlot(PlotData.of(result, command)).draw();
  }

  private static Ticks xTicks(PlotData data) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (PlotData.Series each : data.series()) {
      for (double x : each.x()) {
        least = Math.min(least, x);
        most = Math.max(most, x);
      }
    }
    return switch (data.xScale()) {
      case NUMBER -> Ticks.numbers(least, most, MARKS);
      case TIME -> Ticks.times(least, most, MARKS);
      case CATEGORY -> {
        int size = data.categories().size();
        int step = Math.max(1, (size + 11) / 12);
        List<Ticks.Mark> marks = new ArrayList<>();
        for (int i = 0; i < size; i += step) {
          marks.add(new Ticks.Mark(i, data.categories().get(i)));
        }
        yield new Ticks(-0.5, size - 0.5, marks);
      }
    };
  }

  private static Ticks yTicks(PlotData data) {
    boolean hasBars = data.kind() == PlotKind.BAR || data.kind() == PlotKind.HISTOGRAM;
    double least = hasBars ? 0 : Double.POSITIVE_INFINITY;
    double most = hasBars ? 0 : Double.NEGATIVE_INFINITY;
    for (PlotData.Series each : data.series()) {
      for (double y : each.y()) {
        least = Math.min(least, y);
        most = Math.max(most, y);
      }
    }
    return Ticks.numbers(least, most, MARKS);
  }

  private double x(double value) {
    return LEFT
        + (value - xTicks.least()) / (xTicks.most() - xTicks.least()) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT
        - BOTTOM
        - (value - yTicks.least()) / (yTicks.most() - yTicks.least()) * (HEIGHT - TOP - BOTTOM);
  }

  private String draw() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\"",
        WIDTH, HEIGHT, WIDTH);
    add(" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
    grid();
    for (int i = 0; i < data.series().size(); i++) {
      PlotData.Series each = data.series().get(i);
      String color = COLORS[i % COLORS.length];
      switch (data.kind()) {
        case LINE -> line(each, color);
        case SCATTER -> dots(each, color);
        case BAR -> bars(each, i, color);
        case HISTOGRAM -> histogram(each, color);
      }
    }
    legend();
    return svg.append("</svg>\n").toString();
  }

  private void grid() {
    for (Ticks.Mark each : yTicks.marks()) {
      double at = y(each.at());
      add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e3e5ea\"/>\n",
          LEFT, WIDTH - RIGHT, at, at);
      text(LEFT - 6, at + 4, "end", each.text());
    }
    for (Ticks.Mark each : xTicks.marks()) {
      double at = x(each.at());
      add(
          "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#9aa0ac\"/>\n",
          at, at, HEIGHT - BOTTOM, HEIGHT - BOTTOM + 4);
      text(at, HEIGHT - BOTTOM + 17, "middle", each.text());
    }
    add(
        "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#5b606b\"/>\n",
        LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 20, "middle", data.xName());
    if (!data.title().isEmpty()) {
      add(
          "<text x=\"%d\" y=\"15\" font-size=\"14\" font-weight=\"bold\">%s</text>\n",
          LEFT, HtmlText.escaped(data.title()));
    }
    if (!data.note().isEmpty()) {
      text(WIDTH - RIGHT, HEIGHT - 4, "end", data.note());
    }
  }

  private void line(PlotData.Series series, String color) {
    add("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" points=\"", color);
    for (int i = 0; i < series.x().length; i++) {
      add(i == 0 ? "%.1f,%.1f" : " %.1f,%.1f", x(series.x()[i]), y(series.y()[i]));
    }
    svg.append("\"/>\n");
    if (series.x().length == 1) {
      dots(series, color);
    }
  }

  private void dots(PlotData.Series series, String color) {
    add("<g fill=\"%s\" fill-opacity=\"0.6\">\n", color);
    for (int i = 0; i < series.x().length; i++) {
      add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", x(series.x()[i]), y(series.y()[i]));
    }
    svg.append("</g>\n");
  }

  private void bars(PlotData.Series series, int place, String color) {
    double whole = x(1) - x(0);
    double width = whole * 0.8 / data.series().size();
    add("<g fill=\"%s\">\n", color);
    for (int i = 0; i < series.x().length; i++) {
      bar(x(series.x()[i]) - whole * 0.4 + place * width, width, series.y()[i]);
    }
    svg.append("</g>\n");
  }

  private void histogram(PlotData.Series series, String color) {
    add("<g fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.5\">\n", color);
    for (int i = 0; i + 1 < series.x().length; i++) {
      double from = x(series.x()[i]);
      bar(from, x(series.x()[i + 1]) - from, series.y()[i]);
    }
    svg.append("</g>\n");
  }

  private void bar(double from, double width, double value) {
    double top = Math.min(y(value), y(0));
    double height = Math.abs(y(value) - y(0));
    add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>\n", from, top, width, height);
  }

  private void legend() {
    int at = LEFT;
    for (int i = 0; i < data.series().size(); i++) {
      String name = shortened(data.series().get(i).name());
      add(
          "<rect x=\"%d\" y=\"22\" width=\"9\" height=\"9\" fill=\"%s\"/>\n",
          at, COLORS[i % COLORS.length]);
      text(at + 13, 30, "start", name);
      at += 13 + 7 * name.length() + 16;
    }
  }

  private void text(double x, double y, String anchor, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#333842\">%s</text>\n",
        x, y, anchor, HtmlText.escaped(shortened(text)));
  }

  private static String shortened(String text) {
    String plain =
        text.codePoints()
            .filter(each -> !Character.isISOControl(each))
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    int length = plain.codePointCount(0, plain.length());
    return length <= MAX_LABEL
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, MAX_LABEL - 1)) + "…";
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
