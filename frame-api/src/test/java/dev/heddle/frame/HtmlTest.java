package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Frames and results as text and as HTML. */
class HtmlTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("<script>alert(1)</script>", DataType.STRING, true),
              new Field("n", DataType.INT64, true)));

  private static QueryResult rows(int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      rows.add(new @Nullable Object[] {i == 1 ? null : "a & b \"" + i + "\"", i});
    }
    return new RowsResult(SCHEMA, rows);
  }

  @Test
  void aResultShowsItsFirstRowsAsText() {
    String html = rows(25).toHtml();
    assertThat(html)
        .contains("<th title=\"VARCHAR\">&lt;script&gt;alert(1)&lt;/script&gt;</th>")
        .contains("a &amp; b &quot;19&quot;")
        .contains(">NULL<")
        .contains("first 20 rows")
        .doesNotContain("<script>")
        .doesNotContain("&quot;20&quot;");
    assertThat(rows(0).toHtml()).contains("<tbody>\n</tbody>").contains("0 rows");
    assertThat(html.split("<tr>", -1)).hasSize(22);
  }

  @Test
  void aFrameShowsItsColumnsAndItsPlan() {
    DataFrame frame = new FrameFixture().orders.filter(col("price").gt(5)).select("id", "price");
    assertThat(frame.toString())
        .contains("| column | type")
        .contains("| id ")
        .contains("Project id, price\n  Filter price > 5\n    Scan ");
    assertThat(frame.toHtml())
        .contains("<td style=\"text-align:left\">price</td>")
        .contains("&gt; 5")
        .contains("<pre>");
    assertThat(Arrays.asList(frame.toHtml().split("\n")))
        .noneMatch(line -> line.contains("<script"));
  }
}
